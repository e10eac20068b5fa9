import { parseUrl } from "../core/parse-url";

/** The host whose icon a page has; null for what is no page of the web. */
export function iconHost(url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  return parsed.host.replace(/^www\./, "") || null;
}
