import { type Sentence, sentence } from "../texts/sentence";
import { isDamaged } from "./clean-text";
import type { FieldProblemCode } from "./errors";
import { foldText } from "./fold-text";

/** The colours of a tag, each with its tokens in `globals.css`. The name is always beside it. */
export const tagColors = [
  "gray",
  "red",
  "orange",
  "yellow",
  "brown",
  "green",
  "teal",
  "cyan",
  "blue",
  "purple",
  "pink",
] as const;
export type TagColor = (typeof tagColors)[number];

/** In the order in which new tags get them, so that neighbours are far apart. Gray is chosen. */
const dealtColors: readonly TagColor[] = [
  "blue",
  "orange",
  "green",
  "pink",
  "yellow",
  "purple",
  "teal",
  "red",
  "cyan",
  "brown",
];

/** A tag as the API returns it. `linkCount`: the links that have it. */
export interface Tag {
  name: string;
  color: TagColor;
  linkCount: number;
}

/** Of one link. */
export const mostTags = 10;
/** On an instance: filters and completion read all of them. */
export const mostTagsInAll = 1_000;
/** The most links that a report names one by one; more need a tag. */
export const mostSlugs = 100;
export const longestTag = 50;
export const longestNote = 2_000;

/** Tags with the same key are the same tag. `ılık` and `ilik` are two words, and two tags. */
export function tagKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/**
 * The one of these tags that a typed name means: that with its key, or else the first that a search
 * for it finds.
 */
export function findTag<T extends string | { name: string }>(
  tags: readonly T[],
  typed: string,
): T | undefined {
  const nameOf = (tag: T) => (typeof tag === "string" ? tag : tag.name);
  const wanted = cleanTag(typed);
  return (
    tags.find((tag) => tagKey(nameOf(tag)) === tagKey(wanted)) ??
    tags.find((tag) => foldText(nameOf(tag)) === foldText(wanted))
  );
}

export function byTagName(a: string, b: string): number {
  const [first, second] = [tagKey(a), tagKey(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/**
 * The colours of new tags for which nobody chose one: each time one that the fewest tags have.
 * `used`: how many tags have each colour.
 */
export function dealColors(used: ReadonlyMap<string, number>, many: number): TagColor[] {
  const counts = new Map(dealtColors.map((color) => [color, used.get(color) ?? 0]));
  return Array.from({ length: many }, () => {
    const fewest = Math.min(...counts.values());
    const color = dealtColors.find((each) => counts.get(each) === fewest) ?? "gray";
    counts.set(color, fewest + 1);
    return color;
  });
}

export function uniqueTags(names: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const name of names) if (!kept.has(tagKey(name))) kept.set(tagKey(name), name);
  return [...kept.values()];
}

/**
 * White space is collapsed, line breaks included. U+0085 is a line break that \s does not match.
 */
export function cleanTag(text: string): string {
  return text.replace(/[\s\u0085]+/g, " ").trim();
}

/** Why this is no name of a tag, to follow the name of its field; null if it is one. */
export function findTagProblem(
  name: string,
): { code: FieldProblemCode; sentence: Sentence } | null {
  if ([...name].length > longestTag)
    return { code: "too_long", sentence: sentence("mustBeShorter", { most: longestTag }) };
  if (name === "") return { code: "too_small", sentence: sentence("mustNotBeEmpty") };
  // A path cannot name these: clients and servers resolve them, also where the slashes are escaped.
  if (/(?:^|[/\\])\.\.?(?:[/\\]|$)/.test(name))
    return { code: "invalid_format", sentence: sentence("mustHaveNoDots") };
  // Files separate tags by these.
  if (/[,|]/.test(name)) return { code: "invalid_format", sentence: sentence("mustHaveNoCommas") };
  if (isDamaged(name)) return { code: "invalid_format", sentence: sentence("mustNotBeDamaged") };
  if (/\p{Cc}/u.test(name))
    return { code: "invalid_format", sentence: sentence("mustHaveNoControls") };
  return null;
}
