import { cleanCampaignTag } from "../../core/clean-text";
import { decodePercent } from "../../core/decode";

/** The campaign tags of the short URL (docs/api-contract.md, Campaign tags). */
export interface Campaign {
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
}

const none: Campaign = { utmSource: null, utmMedium: null, utmCampaign: null };

/** Reads the UTM tags of a query string. Of a repeated parameter the first counts. */
export function readCampaign(query: string): Campaign {
  // Fast path: without these there is no tag in any encoding.
  return query.includes("%") || /utm_/i.test(query) ? parse(query) : none;
}

/**
 * What people, mail programs and templates do to tags: `&amp;` between them, a second `?` before
 * them, blanks and invisible characters around their names, capitals, or the whole query encoded
 * once too often.
 */
const damaged = /(?:[?;+]|%3[bf]|%20|%0[ad]|%[89ab][0-9a-f])utm_|^utm_[a-z]+%3d/i;
const capital = /(?!utm_)[Uu][Tt][Mm]_|utm_[a-z]*[A-Z]/;

function parse(query: string): Campaign {
  const parameters =
    damaged.test(query) || capital.test(query) ? undamaged(query) : new URLSearchParams(query);
  const tag = (name: string) => cleanCampaignTag(parameters.get(name));
  return {
    utmSource: tag("utm_source"),
    utmMedium: tag("utm_medium"),
    utmCampaign: tag("utm_campaign"),
  };
}

/** Nobody needs more, and each takes time of the thread that redirects. */
const mostRead = 200;

/** What may stand before a tag in place of `&`. */
const separator = /(?:[?;]|%3[bf])(?=(?:amp;|\+|%..){0,8}utm_)/i;

/**
 * The parameters of a damaged query: those that are written exactly, then others under the names
 * that they were meant to have.
 */
function undamaged(query: string): URLSearchParams {
  const text = /^utm_[a-z]+%3d/i.test(query) ? (decodePercent(query) ?? query) : query;
  const named = text.split("&").filter((part) => /utm_/i.test(part));
  const parts = named
    .slice(0, mostRead)
    .map((part) => (hasAddress(part) ? [part] : part.split(separator)));
  const exact = parts.flatMap(([first = ""]) => [...new URLSearchParams(first)]);
  const others = parts.flat().flatMap((part) => [...new URLSearchParams(part)]);
  const names = new Set(exact.map(([name]) => name));
  const repaired = others.map(([name, value]) => [
    name.replace(/[\s\p{C}]|^(?:amp;)+/gu, "").toLowerCase(),
    value,
  ]);
  return new URLSearchParams([...exact, ...repaired.filter(([name = ""]) => !names.has(name))]);
}

const tagName = /^(?:%..|amp;|[^\w%])*utm_/i;

/**
 * Whether a parameter's value is itself an address, with or without its scheme. The tags behind its
 * `?` are not ours. A tag may have a host as its value.
 */
function hasAddress(part: string): boolean {
  if (/:\/|%3a%2f/i.test(part)) return true;
  const [start = ""] = part.split(/\?|%3f/i, 1);
  return !tagName.test(start) && /\.[^\W\d]|\/|%2f/i.test(start.slice(start.indexOf("=") + 1));
}
