interface WriteHeaders {
  origin: string | null;
  host: string | null;
}

/**
 * Whether a write comes from a page of this service: its Origin is the configured address, or the very host that was
 * asked, with the configured scheme or on this machine. None and `null` are not (promise: cross-site writes fail).
 */
export function isOwnOrigin({ origin, host }: WriteHeaders, baseUrl: string): boolean {
  if (origin === null || !URL.canParse(origin)) return false;
  const own = new URL(baseUrl);
  const given = new URL(origin);
  if (given.origin !== origin) return false;
  if (given.origin === own.origin) return true;
  return given.host === host?.toLowerCase() && (given.protocol === own.protocol || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(given.hostname));
}
