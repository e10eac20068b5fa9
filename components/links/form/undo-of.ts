import type { Link } from "@/lib/links/link";
import type { LinkInput } from "@/lib/links/schema";

/** The changes that undo `changes`. An earlier password cannot be restored: see `canUndo`. */
export function undoOf(link: Partial<Link>, changes: LinkInput): LinkInput {
  const before: LinkInput = { keepOldSlug: false, tags: [], aliases: [], ...link };
  // A slug that was an alias becomes one again.
  const wasAlias = changes.slug !== undefined && link.aliases?.includes(changes.slug);
  const keys = [...Object.keys(changes), ...(wasAlias ? ["aliases"] : [])];
  return Object.fromEntries(keys.map((key) => [key, before[key as keyof LinkInput] ?? null]));
}

export function canUndo(link: Partial<Link>, changes: LinkInput): boolean {
  return Object.keys(changes).length > 0 && !(link.hasPassword && "password" in changes);
}
