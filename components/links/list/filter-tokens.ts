import { cleanTag, findTagProblem, tagKey, uniqueTags } from "@/lib/core/tag";
import type { BrowseQuery, LinkFilter } from "@/lib/stats/list/browse-links";
import { filterNames } from "./filter-names";

/** What can be written before a colon in a search, and what it means. */
export const tokenKinds = {
  tag: "With this tag; -tag: without it",
  campaign: "Shared in this campaign",
  channel: "Shared through this channel",
  state: "Active, expired, broken …",
  by: "Who created it",
  destination: "Destination contains this",
};
export type TokenKind = keyof typeof tokenKinds;

const kinds = Object.keys(tokenKinds).join("|");
const token = new RegExp(
  String.raw`(?<=^|\s)(-?)(${kinds}):(?:"([^"]*)("|$)|([^\s"]*))(\s+|$)`,
  "gi",
);
const unfinishedToken = new RegExp(String.raw`(?:^|\s)-?(${kinds}):(?:"([^"]*)|([^\s"]*))$`, "i");

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
 * What is no value of its kind is text. Tags come behind those `chosen` before, and one that was
 * chosen the other way changes sides.
 */
export function takeTokens(typed: string, isEntered = false, chosen: Chosen = {}): TakenTokens {
  const changes: Chosen = {};
  const unfinished: string[] = [];
  const text = typed.replace(
    token,
    (whole, minus: string, name: string, quoted = "", close = "", plain = "", end: string) => {
      const isDone = isEntered || close !== "" || (plain !== "" && end !== "");
      if (!isDone) {
        unfinished.push(whole);
        return whole;
      }
      const isTaken = take(name.toLowerCase() as TokenKind, quoted || plain, minus !== "", {
        ...chosen,
        ...changes,
      });
      if (!isTaken) return whole;
      Object.assign(changes, isTaken);
      return "";
    },
  );
  const q = unfinished.reduce((rest, each) => rest.replace(each, ""), text);
  return { text, q: q.trim(), changes };
}

/** Null for what is no value of this kind. */
function take(kind: TokenKind, value: string, isWithout: boolean, chosen: Chosen): Chosen | null {
  if (kind === "tag") return takeTag(value, isWithout, chosen);
  const text = value.trim();
  if (isWithout || text === "") return null;
  if (kind === "state") {
    const state = stateNamed(text);
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

/** By its name on the page or in the API. */
function stateNamed(text: string): LinkFilter | null {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");
  const states = Object.entries(filterNames) as [LinkFilter, string][];
  return states.find((names) => names.some((name) => plain(name) === plain(text)))?.[0] ?? null;
}

/** The token that ends the text before the caret, as far as it was typed. */
export function tokenAt(before: string): { kind: TokenKind; value: string; from: number } | null {
  const found = unfinishedToken.exec(before);
  if (!found) return null;
  const value = found[2] ?? found[3] ?? "";
  const from = before.length - value.length - (found[2] === undefined ? 0 : 1);
  return { kind: found[1]?.toLowerCase() as TokenKind, value, from };
}

/** As it is written behind the colon, with a blank that ends it. */
export function written(value: string): string {
  return `${/\s/.test(value) ? `"${value}"` : value} `;
}
