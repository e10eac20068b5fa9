import { parseDomain } from "./domains";
import { parseUrl } from "./parse-url";
import { withoutPort } from "./requested-host";

/** Hosts as DESTINATION_HOSTS lists them: `example.com`, or `*.example.com` for all below it. */
export type HostPatterns = ReadonlySet<string>;

/** As it is compared: in lower case and ASCII (IDNA). Null if `text` is no such pattern. */
export function parseHostPattern(text: string): string | null {
  const [, wildcard = "", name = ""] = /^(\*\.)?(.*)$/s.exec(text.trim()) ?? [];
  const host = parseDomain(name.replace(/\.$/, ""));
  const isAddress = host !== null && /^\[|\d$/.test(host);
  if (host === null || withoutPort(host) !== host || (wildcard !== "" && isAddress)) return null;
  return wildcard + host;
}

/** Empty patterns allow every host. A port does not matter. */
export function isAllowedHost(host: string, patterns: HostPatterns): boolean {
  if (patterns.size === 0 || patterns.has(host)) return true;
  const labels = host.split(".");
  return labels.some((_, index) => index > 0 && patterns.has(`*.${labels.slice(index).join(".")}`));
}

/** The host of a web address in the form of patterns; null if it has none. */
export function hostOfAddress(address: string): string | null {
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : null;
  return url?.hostname.replace(/\.+$/, "") ?? null;
}
