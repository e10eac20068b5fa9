import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

const any = () => true;
/** Classes with this prefix, such as `w-…`, set the same property. */
const prefixed = (...prefixes: string[]) => prefixes.map((prefix) => ({ [prefix]: [any] }));
const isSize = (value: string) => /^(?:label|small|body|lead|title|figure|\[[\d.]+(?:px|em|rem)\])$/.test(value);
const isWidth = (value: string) => /^\d+$/.test(value);
const weights = ["normal", "medium", "semibold", "bold"];

const sides = { p: ["px", "py", "pt", "pr", "pb", "pl"], m: ["mx", "my", "mt", "mr", "mb", "ml"] };
const single = ["h", "w", "min-h", "min-w", "max-h", "max-w", "leading", "tracking", "justify", "items", "self", "opacity", "grid-cols", "z"];
const spaced = ["p", ...sides.p, "m", ...sides.m, "gap", "gap-x", "gap-y", "rounded", "size", "bg", "shadow"];

/**
 * Knows only the classes that our components allow callers to override, because the full list would be a third of our own
 * scripts on a page. Classes not listed here are all kept.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries([...single, ...spaced].map((name) => [name, prefixed(name)])),
    display: ["block", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "hidden", "contents"],
    position: ["static", "relative", "absolute", "fixed", "sticky"],
    direction: ["flex-row", "flex-col"],
    "font-size": [{ text: [isSize] }],
    "text-align": [{ text: ["left", "center", "right"] }],
    "text-wrap": [{ text: ["pretty", "balance", "wrap", "nowrap", "ellipsis"] }],
    "text-color": [{ text: [any] }],
    weight: [{ font: weights }],
    ...Object.fromEntries(["x", "y", "t", "r", "b", "l"].map((side) => [`border-${side}`, [{ [`border-${side}`]: ["", isWidth] }]])),
    "border-width": [{ border: [isWidth] }, "border"],
    "border-style": [{ border: ["solid", "dashed", "dotted", "none"] }],
    "border-collapse": [{ border: ["collapse", "separate"] }],
    "border-color": [{ border: [any] }],
    whitespace: ["whitespace-normal", "whitespace-nowrap"],
  },
  conflictingClassGroups: {
    size: ["w", "h"],
    p: sides.p,
    px: ["pr", "pl"],
    py: ["pt", "pb"],
    m: sides.m,
    mx: ["mr", "ml"],
    my: ["mt", "mb"],
    gap: ["gap-x", "gap-y"],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ["before", "after", "placeholder", "*"],
}));

/** Joins class names. If two set the same property, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
