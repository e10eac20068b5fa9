import { isWebAddress, maxBytes, portOf } from "./destination";
import { type AddressesByKey, type DestinationRules, rulesOf } from "./destination-rules";
import { parseUrl } from "./hosts";

export const replaceScopes = ["host", "text"] as const;

/** What to put in place of what in the addresses of links. */
export interface Replacement {
  find: string;
  replace: string;
  /** `host`: `find` and `replace` are hosts, each with or without a port. */
  scope: (typeof replaceScopes)[number];
}

/** The addresses of a link that a replacement looks at. */
export type Addresses = DestinationRules & { url: string };

/**
 * `field`: `url`, `ios`, `android`, or `geo`, `languages` or `schedule` with what it is for, such as
 * `geo.DE`.
 */
export interface ReplacedAddress {
  field: string;
  from: string;
  to: string;
}

interface Host {
  /** As URLs have it: in lower case and in the ASCII form of IDNA. */
  name: string;
  /** Null for the port of the scheme. */
  port: number | null;
}

/** Null unless `text` is a host or `host:port`, without scheme, user name and path. */
export function parseHost(text: string): Host | null {
  const { port } = /^(?:\[[\da-f:.]+\]|[^\s/?#:@[\]\\]+)(?::(?<port>\d{1,5}))?$/i.exec(text)
    ?.groups ?? { port: null };
  const url = port === null ? null : parseUrl(`http://${text}`);
  if (url?.pathname !== "/") return null;
  return { name: nameOf(url), port: port === undefined ? null : Number(port) };
}

/** Without the trailing dot of a fully qualified name. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.+$/, "");
}

/** What a replacement makes of a link. */
interface ReplacedLink {
  /** The addresses that differ, as the link has them. */
  changes: Partial<Addresses>;
  replaced: ReplacedAddress[];
}

/** Null if the link stays as it is. */
export function replaceInAddresses(
  { url, ...rules }: Addresses,
  replacement: Replacement,
): ReplacedLink | null {
  const replaceIn = replacer(replacement);
  const replaced: ReplacedAddress[] = [];
  const changed = (field: string, from: string): string => {
    const to = replaceIn(from);
    if (to !== from) replaced.push({ field, from, to });
    return to;
  };
  const { ios, android, geo, languages, schedule } = rulesOf(rules);
  const byKey = (field: string, addresses: AddressesByKey | null) =>
    addresses &&
    Object.fromEntries(
      Object.entries(addresses).map(([key, from]) => [key, changed(`${field}.${key}`, from)]),
    );
  const after: Addresses = {
    url: changed("url", url),
    ios: ios && changed("ios", ios),
    android: android && changed("android", android),
    geo: byKey("geo", geo),
    languages: byKey("languages", languages),
    schedule:
      schedule?.map(({ from, url }) => ({ from, url: changed(`schedule.${from}`, url) })) ?? null,
  };
  const fields = new Set(replaced.map(({ field }) => field.split(".", 1)[0]));
  const changes = Object.fromEntries(Object.entries(after).filter(([name]) => fields.has(name)));
  return replaced.length > 0 ? { changes, replaced } : null;
}

function replacer({ find, replace, scope }: Replacement): (address: string) => string {
  if (scope === "text") return (address) => join(address.split(find), replace);
  const wanted = parseHost(find);
  return (address) =>
    wanted && isAt(address, wanted)
      ? address.replace(/^(https?:\/\/)[^/?#]+/i, (_, scheme: string) => scheme + replace)
      : address;
}

/** Ends once the address is too long: it is refused, and the rest could fill the memory. */
function join(parts: readonly string[], glue: string): string {
  const [first = "", ...rest] = parts;
  let joined = first;
  for (const part of rest) {
    if (joined.length > maxBytes) break;
    joined += glue + part;
  }
  return joined;
}

function isAt(address: string, { name, port }: Host): boolean {
  const url = isWebAddress(address) ? parseUrl(address) : null;
  if (!url || nameOf(url) !== name) return false;
  return port === null ? url.port === "" : portOf(url) === port;
}
