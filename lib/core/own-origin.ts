import { parseUrl } from "./hosts";

interface WriteHeaders {
  origin: string | null;
  host: string | null;
}

/**
 * Whether a write comes from a page of this service: its Origin must be the configured address, or
 * the requested host with the configured scheme or on this machine. A missing or `null` Origin
 * fails (promise: cross-site writes fail).
 */
export function isOwnOrigin({ origin, host }: WriteHeaders, baseUrl: string): boolean {
  const given = origin === null ? null : parseUrl(origin);
  if (given === null || given.origin !== origin) return false;
  const own = new URL(baseUrl);
  if (given.origin === own.origin) return true;
  return (
    given.host === host?.toLowerCase() &&
    (given.protocol === own.protocol ||
      /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(given.hostname))
  );
}
