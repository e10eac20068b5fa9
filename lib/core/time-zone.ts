/** Keeps the time zone of a viewer. */
export const timeZoneCookie = "timezone";

/**
 * Resolves an IANA name to this platform's spelling; null if it is unknown. Some platforms know
 * offsets such as +05:30, too.
 */
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

/** With the chosen one, which may be none of those that are listed: `Etc/GMT+5` is valid, too. */
export function listTimeZones(chosen = "UTC"): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), chosen])];
}
