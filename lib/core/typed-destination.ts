import { trimInvisible } from "./clean-text";

/** `scheme:number` that is not a host with a port. */
const numberedSchemes = ["callto", "fax", "geo", "sms", "tel"];

const host = String.raw`(?<host>\[[\da-f:.]+\]|[^\s/?#:@[\]\\]+)`;
const typed = new RegExp(String.raw`^${host}(?::(?<port>\d{1,5}))?(?:[/?#].*)?$`, "i");

/** `&` as HTML writes it, before a parameter. */
const escapedAmpersand = /&(?:amp|#0*38|#x0*26);(?:amp;)*(?=[^&=#;\s]+=)/gi;

/**
 * A destination that was copied from HTML source, with `&` in place of `&amp;` between its
 * parameters; null if it has none. The destination works without it too, but its server finds
 * parameters such as `amp;page`.
 */
export function withPlainAmpersands(url: string): string | null {
  const start = url.indexOf("?");
  if (start < 0) return null;
  const plain = url.slice(0, start) + url.slice(start).replace(escapedAmpersand, "&");
  return plain === url ? null : plain;
}

/**
 * Adds the scheme that people leave out: https, or http for private hosts and port 80. Anything
 * else is returned for the service to validate.
 */
export function withScheme(text: string): string {
  const address = trimInvisible(text);
  const { host = "", port } = typed.exec(address)?.groups ?? {};
  if (!isHost(host, port)) return address;
  return `${isPrivate(host) || port === "80" ? "http" : "https"}://${address}`;
}

/** A single word is a host only with a port, or if it is `localhost`. */
function isHost(host: string, port: string | undefined): boolean {
  if (host.startsWith("[") || host.toLowerCase() === "localhost" || /[^.]\.[^.]/.test(host))
    return true;
  return host !== "" && port !== undefined && !numberedSchemes.includes(host.toLowerCase());
}

/**
 * Hosts that rarely have a certificate: names without a dot, private names and addresses, loopback.
 */
function isPrivate(host: string): boolean {
  if (host.startsWith("[")) return /^\[(?:::1?\]|f[cd]|fe[89ab])/i.test(host);
  if (/^\d+(?:\.\d+){3}$/.test(host))
    return /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
  return !host.includes(".") || /\.(?:localhost|local|internal|lan|home\.arpa)\.?$/i.test(host);
}
