import { parseUrl } from "./hosts";

/**
 * Fast path for nearly every host, which needs no URL parser: plain labels, no port, no Punycode,
 * no IP address.
 */
const plain = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/;

/** Names under which a country registers domains, such as co.uk: not hosts of anybody. */
const registries =
  /^(?:ac|asn|co|com|edu|go|gob|gouv|gov|govt|gv|ltd|mil|ne|net|nhs|nom|or|org|plc|police|sch)\.[a-z]{2}$/;

/**
 * One spelling for each host: lower case, IDNA form, without the dots at its end. Null if it is
 * none.
 */
export function canonicalHost(host: string): string | null {
  const text = plain.test(host)
    ? host
    : (asciiHost(host) ?? host.toLowerCase()).replace(/\.+$/, "");
  return text !== "" && text.length <= 253 ? text : null;
}

/**
 * Without `www.`, unless that is a part of the domain itself: www.com and www.co.uk are hosts of
 * their own.
 */
export function withoutWww(host: string): string {
  const rest = host.startsWith("www.") ? host.slice(4) : "";
  return rest.includes(".") && !registries.test(rest) ? rest : host;
}

/**
 * Only a web address has its host decoded and mapped: that of another scheme, such as android-app,
 * is left as it is.
 */
function asciiHost(host: string): string | null {
  return /^[\d.]*$/.test(host) ? null : (parseUrl(`http://${host}/`)?.hostname ?? null);
}
