import { type ClassValue, clsx } from "clsx";

/** Single classes by the property they set. */
const single = new Map(
  Object.entries({
    display: "block inline-block flex inline-flex grid inline-grid hidden contents",
    position: "static relative absolute fixed sticky",
    direction: "flex-row flex-col",
    whitespace: "whitespace-normal whitespace-nowrap",
    collapse: "border-collapse border-separate",
    "border-width": "border",
  }).flatMap(([property, names]) => names.split(" ").map((name) => [name, property])),
);

/** Classes with these prefixes, such as `w-…`, set the property of that name. */
const prefixes =
  /^-?(h|w|min-h|min-w|max-h|max-w|leading|tracking|justify|items|self|opacity|grid-cols|z|[pm][xytbse]?|gap-x|gap-y|gap|rounded|size|bg|shadow|text|font|border)-(.+)$/;

/** Further properties that a class of this property overrides. */
const covered: Record<string, readonly string[]> = {
  size: ["w", "h"],
  gap: ["gap-x", "gap-y"],
  ...Object.fromEntries(
    ["p", "m"].flatMap((of) =>
      Object.entries({ "": "xytbse", x: "se", y: "tb" }).map(([side, sides]) => [
        of + side,
        [...sides].map((each) => of + each),
      ]),
    ),
  ),
};

/** What `text-…`, `font-…` and `border-…` set depends on their value. */
const meanings: Record<string, readonly (readonly [RegExp, string])[]> = {
  text: [
    [/^(label|small|body|lead|title|figure|\[[\d.]+(px|em|rem)\])$/, "font-size"],
    [/^(start|center|end)$/, "text-align"],
    [/^(pretty|balance|wrap|nowrap|ellipsis)$/, "text-wrap"],
    [/./, "text-color"],
  ],
  font: [[/^(normal|medium|semibold|bold)$/, "weight"]],
  border: [
    [/^\d+$/, "border-width"],
    [/^[xytbse](-\d+)?$/, "border-side"],
    [/^(solid|dashed|dotted|none)$/, "border-style"],
    [/./, "border-color"],
  ],
};

/**
 * The property that a class without modifiers sets; undefined if callers are not meant to override
 * it.
 */
function propertyOf(name: string): string | undefined {
  const known = single.get(name);
  const [, prefix = "", value = ""] = known ? [] : (prefixes.exec(name) ?? []);
  const property =
    known ??
    (prefix in meanings
      ? meanings[prefix]?.find(([values]) => values.test(value))?.[1]
      : prefix || undefined);
  return property === "border-side" ? `border-${value[0]}` : property;
}

/** Before the class itself: `max-sm:`, `[&_svg]:` and the like. */
const modifiers = /^(?:(?:[^:[(]|\[[^\]]*\]|\([^)]*\))+:)*/;

function merge(classes: string): string {
  const set = new Set<string>();
  const kept = classes
    .split(" ")
    .reverse()
    .filter((name) => {
      const before = modifiers.exec(name)?.[0] ?? "";
      const property = propertyOf(name.slice(before.length));
      if (property === undefined) return true;
      if (set.has(before + property)) return false;
      for (const each of [property, ...(covered[property] ?? [])]) set.add(before + each);
      return true;
    });
  return kept.reverse().join(" ");
}

const merged = new Map<string, string>();

/**
 * Joins class names. If two set the same property, the later one wins. It knows only the classes
 * that our components allow callers to override, because a full list would be a third of our own
 * scripts on a page. Classes not listed here are all kept.
 */
export function cn(...classes: ClassValue[]): string {
  const joined = clsx(classes);
  const found = merged.get(joined) ?? merge(joined);
  if (merged.size < 1_000) merged.set(joined, found);
  return found;
}
