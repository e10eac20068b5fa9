import { domainToASCII, domainToUnicode } from "node:url";
import { trimInvisible } from "./clean-text";
import { isSameService, type OwnAddress } from "./destination";
import { parseUrl } from "./hosts";
import { isSlug } from "./slug";
import { withScheme } from "./typed-destination";

interface SearchTerms {
  /** Spellings of the text, of which a link has one as a part. Of plain ASCII it is the only one. */
  texts: string[];
  /** The slug or alias that is meant, as a whole. */
  slug: string | null;
}

/**
 * What a search for typed or pasted text looks for: a short link of this service or `/slug` means
 * that link, and other text is found in each of its spellings.
 */
export function searchTerms(typed: string, own: OwnAddress): SearchTerms {
  const text = trimInvisible(typed);
  return { texts: spellingsOf(text), slug: slugIn(text, own) };
}

/** With what may follow it where it was copied, such as a query or a full stop. */
const shortPath = /^\/([\w-]{1,64})\/?[^\w/-]*$/;

function slugIn(text: string, own: OwnAddress): string | null {
  const isPath = text.startsWith("/");
  const url = parseUrl(isPath ? text : withScheme(text), isPath ? own.BASE_URL : undefined);
  const path = url && isSameService(url, own) ? decoded(url.pathname) : "";
  const slug = shortPath.exec(path)?.[1];
  return slug !== undefined && isSlug(slug) ? slug : null;
}

function spellingsOf(text: string): string[] {
  const {
    scheme = "",
    host = "",
    rest = text,
  } = /^(?<scheme>https?:\/\/|)(?<host>[^\s/?#]+\.[^\s/?#]+)(?<rest>.*)$/is.exec(text)?.groups ??
  {};
  // Browsers copy a host with a slash behind it.
  const path = host !== "" && rest === "/" ? "" : rest;
  if (/^[\x21-\x7e\s]*$/.test(text) && !/%[89a-f]|xn--/i.test(text)) return [scheme + host + path];
  const [name, port = ""] = host.split(/(?=:\d*$)/);
  const written = scheme + (domainToUnicode(name ?? "") || host) + port + decoded(path);
  const sent = scheme + (domainToASCII(name ?? "") || host) + port + encoded(decoded(path));
  return [...new Set([text, written.normalize("NFC"), written.normalize("NFD"), sent])];
}

/** Decodes only what is beyond ASCII, because everything else has a meaning. */
function decoded(text: string): string {
  return text.replace(/(?:%[89a-f][\da-f])+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

function encoded(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[^\0-\x7f]+/g, (part) => encodeURIComponent(part.toWellFormed()));
}
