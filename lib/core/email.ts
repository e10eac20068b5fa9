import { domainToASCII, domainToUnicode } from "node:url";
import { z } from "zod";
import { says } from "../texts/sentence";

/**
 * Letters of any script (RFC 6531), and in the part before the @ what RFC 5322 allows without
 * quotes.
 */
const emailPattern =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+[\p{L}\p{M}\p{N}-]{2,}$/u;

/**
 * The one spelling of an email: in lower case, its domain as people read it, also if it was written in
 * Punycode.
 */
export function canonicalEmail(text: string): string {
  const email = text.trim().normalize("NFC").toLowerCase();
  return emailPattern.test(email) ? withDomain(email, canonicalDomain) : email;
}

export function canonicalDomain(domain: string): string {
  return isAscii(domain) ? domain : domainToUnicode(domain) || domain;
}

/** Whose email this is, for a query. Those stored by earlier versions may be in Punycode. */
export function withEmail(email: string): { email: { in: string[] } } {
  const inPunycode = (domain: string) => (isAscii(domain) ? domain : domainToASCII(domain));
  return { email: { in: [email, withDomain(email, inPunycode)] } };
}

/** Others stay as they are: to a URL, `10.10` is a short IPv4 address. */
const isAscii = (domain: string) => /^(?!.*xn--)[\0-\x7f]*$/.test(domain);

function withDomain(email: string, convert: (domain: string) => string): string {
  const start = email.lastIndexOf("@") + 1;
  return email.slice(0, start) + convert(email.slice(start));
}

export const emailSchema = z
  .string({ error: says("emailSuchAs") })
  .overwrite(canonicalEmail)
  .max(254, says("emailTooLong", { most: 254 }))
  .pipe(z.email({ pattern: emailPattern, error: says("emailSuchAs") }));
