import type { Link } from "@/lib/links/link";
import type { LinkEdit } from "@/lib/links/list-edits";

/** The change that brings back what an edit replaced; null if the link has it, or if it is not known. `isLatest`: nothing changed it since. */
export function wayBack(link: Link, { field, from, to }: LinkEdit) {
  // Earlier versions kept the host alone.
  if (field === "url" && to === null) return null;
  const current = JSON.stringify({ tags: [], note: null, ...link }[field]);
  if (current === JSON.stringify(from)) return null;
  return { changes: { [field]: from }, isLatest: current === JSON.stringify(to) };
}
