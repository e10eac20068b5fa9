/** Resolves an IANA name to this platform's spelling; null if it is unknown. */
export function knownTimeZone(name: string | undefined): string | null {
  if (!name) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

export function listTimeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
}
