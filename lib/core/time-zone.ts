/** Resolves an IANA name to this platform's spelling; null if it is unknown. Some platforms know offsets such as +05:30, too. */
export function knownTimeZone(name: string | undefined): string | null {
  if (!name || !/^[a-z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** As it is shown: `America/New York`. */
export function readableZone(name: string): string {
  return name.replaceAll("_", " ");
}

export function listTimeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
}
