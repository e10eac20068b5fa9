import { tagKey } from "@/lib/core/tag";
import { type Link, withUnset } from "@/lib/links/link";
import type { LinkEdit } from "@/lib/links/list-edits";
import type { LinkInput } from "@/lib/links/schema";
import type { TagEdit } from "@/lib/links/tag-schema";

export type WayBack = { changes: LinkInput } | { tags: TagEdit };

/**
 * The changes that restore what an edit replaced; null if the link already has it, or if it is not
 * known.
 */
export function wayBack(link: Link, { field, from, to }: LinkEdit): WayBack | null {
  // A password is stored as a hash alone, and its history says only whether there was one.
  if (field === "password") return null;
  // Earlier versions kept the host alone.
  if (field === "url" && to === null) return null;
  if (field === "tags") return tagsBack(link.tags ?? [], listOf(from), listOf(to));
  const current = JSON.stringify(withUnset(link)[field]);
  return current === JSON.stringify(from) ? null : { changes: { [field]: from } };
}

/** Only the difference, so that tags stay that came or were renamed since. */
function tagsBack(
  current: readonly string[],
  from: readonly string[],
  to: readonly string[],
): WayBack | null {
  const tags = { add: without(from, to), remove: without(to, from), isUndo: true };
  const isChange =
    without(tags.add, current).length > 0 ||
    without(tags.remove, current).length < tags.remove.length;
  return isChange ? { tags } : null;
}

function without(names: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(tagKey));
  return names.filter((name) => !keys.has(tagKey(name)));
}

function listOf(value: LinkEdit["from"]): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
