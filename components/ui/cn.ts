import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

/** Our font sizes look like colours to tailwind-merge unless they are named. */
const merge = extendTailwindMerge({
  extend: { theme: { text: ["label", "small", "body", "lead", "title", "figure"], radius: ["card", "control", "chip", "bar"] } },
});

/** Joins class names; of two that set the same property the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
