import { foldText } from "@/lib/core/fold-text";
import { cleanTag, findTagProblem, tagKey, uniqueTags } from "@/lib/core/tag";
import type { BrowseQuery, LinkFilter } from "@/lib/stats/list/browse-links";
import type { Texts } from "@/lib/texts/translator";

/** What can be written before a colon in a search. */
export const tokenKinds = ["tag", "campaign", "channel", "state", "by", "destination"] as const;
export type TokenKind = (typeof tokenKinds)[number];

const tokenStart = new RegExp(String.raw`(?:^|[\s"])-?(?:${tokenKinds.join("|")}):`, "i");

/** Whether the text begins a filter somewhere, if it is not in quotation marks. */
export function hasToken(text: string): boolean {
  return tokenStart.test(text);
}

/** The text as it is written in the search: in quotation marks if it could be taken for a filter. */
export function asTyped(q: string): string {
  return hasToken(q) ? inQuotes(q) : q;
}

function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const kinds = tokenKinds.join("|");
/** In quotation marks, of which two stand for one in the text. The last may not be typed yet. */
const phrase = String.raw`(?<=^|\s)"(?:[^"]|"")*(?:"(?!\S)|$)`;
const phrases = new RegExp(phrase, "g");
const token = new RegExp(
  String.raw`${phrase}|(?<=^|\s)(-?)(${kinds}):(?:"((?:[^"]|"")*)("|$)|([^\s"]*))(\s+|$)`,
  "gi",
);
const unfinishedToken = new RegExp(
  String.raw`(?:^|\s)-?(${kinds}):(?:"((?:[^"]|"")*)|([^\s"]*))$`,
  "i",
);

type Chosen = Pick<
  BrowseQuery,
  "tag" | "notTag" | "campaign" | "channel" | "destination" | "createdBy"
> & { state?: LinkFilter };

interface TakenTokens {
  /** What stays in the field: one that is still being typed, too. */
  text: string;
  /** What is searched. */
  q: string;
  changes: Chosen;
}

/**
 * Takes `tag:name` and `campaign:"two words"` out of a search, each once white space or a quotation
 * mark ends it: one that is still being typed is neither taken nor searched, unless `isEntered`.
 * What is no value of its kind is text, and so is all in quotation marks. Tags come behind those `chosen` before, and one that was
 * chosen the other way changes sides. States are those of the API, or `names` of the viewer.
 */
export function takeTokens(
  typed: string,
  names: Record<LinkFilter, string>,
  isEntered = false,
  chosen: Chosen = {},
): TakenTokens {
  const changes: Chosen = {};
  const unfinished: string[] = [];
  const text = typed.replace(
    token,
    (whole, minus: string, name = "", quoted = "", close = "", plain = "", end = "") => {
      if (name === "") return whole;
      const isDone = isEntered || close !== "" || (plain !== "" && end !== "");
      if (!isDone) {
        unfinished.push(whole);
        return whole;
      }
      const before = { ...chosen, ...changes };
      const kind = name.toLowerCase() as TokenKind;
      const isTaken = take(kind, unquoted(quoted) || plain, minus !== "", before, names);
      if (!isTaken) return whole;
      Object.assign(changes, isTaken);
      return "";
    },
  );
  const q = unfinished.reduce((rest, each) => rest.replace(each, ""), text);
  return { text, q: q.replace(phrases, textOf).trim(), changes };
}

/** What looks like a filter and stands in quotation marks is text. Other phrases are as typed. */
function textOf(whole: string): string {
  return hasToken(whole) ? unquoted(whole.replace(/^"|"$/g, "")) : whole;
}

function unquoted(text: string): string {
  return text.replaceAll('""', '"');
}

/** Null for what is no value of this kind. */
function take(
  kind: TokenKind,
  value: string,
  isWithout: boolean,
  chosen: Chosen,
  names: Record<LinkFilter, string>,
): Chosen | null {
  if (kind === "tag") return takeTag(value, isWithout, chosen);
  const text = value.trim();
  if (isWithout || text === "") return null;
  if (kind === "state") {
    const state = stateNamed(text, names);
    return state && { state };
  }
  return { [kind === "by" ? "createdBy" : kind]: text };
}

function takeTag(value: string, isWithout: boolean, chosen: Chosen): Chosen | null {
  const name = cleanTag(value);
  if (findTagProblem(name) !== null) return null;
  const [kind, other] = isWithout ? (["notTag", "tag"] as const) : (["tag", "notTag"] as const);
  return {
    [kind]: uniqueTags([...(chosen[kind] ?? []), name]),
    [other]: (chosen[other] ?? []).filter((each) => tagKey(each) !== tagKey(name)),
  };
}

/** By its name on the page or in the API, in any script; punctuation does not count. */
function stateNamed(text: string, given: Record<LinkFilter, string>): LinkFilter | null {
  const plain = (name: string) => foldText(name).replace(/[^\p{L}\p{M}\p{N}]/gu, "");
  const wanted = plain(text);
  const states = Object.entries(given) as [LinkFilter, string][];
  const isWanted = (name: string) => wanted !== "" && plain(name) === wanted;
  return states.find((names) => names.some(isWanted))?.[0] ?? null;
}

/** The token that ends the text before the caret, as far as it was typed. */
export function tokenAt(before: string): { kind: TokenKind; value: string; from: number } | null {
  const found = unfinishedToken.exec(before);
  if (!found) return null;
  const value = found[2] ?? found[3] ?? "";
  const from = before.length - value.length - (found[2] === undefined ? 0 : 1);
  return { kind: found[1]?.toLowerCase() as TokenKind, value: unquoted(value), from };
}

/** As it is written behind the colon, with a blank that ends it. */
export function written(value: string): string {
  return `${/[\s"]/.test(value) ? inQuotes(value) : value} `;
}

/** The states that links can be filtered by, in the language of the viewer. */
export function filterNames(t: Texts<"links.filters">): Record<LinkFilter, string> {
  return {
    all: t("states.all"),
    active: t("states.active"),
    disabled: t("states.disabled"),
    expired: t("states.expired"),
    usedUp: t("states.usedUp"),
    scheduled: t("states.scheduled"),
    protected: t("states.protected"),
    broken: t("states.broken"),
    moved: t("states.moved"),
    outside: t("states.outside"),
  };
}
