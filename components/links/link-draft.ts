import { withScheme } from "@/lib/core/typed-destination";
import type { Link } from "@/lib/links/link";
import { fromControl, toControl } from "./expiry-field";
import type { LinkInput } from "./link-actions";
import { noSharing, type Sharing } from "./sharing";

/** The form values, as its inputs hold them. */
export interface LinkDraft {
  url: string;
  slug: string;
  title: string;
  /** Value of a `datetime-local` input, UTC; empty means never. */
  expires: string;
  enabled: boolean;
  /** Only of a new link. */
  sharing: Sharing;
}

export const emptyDraft: LinkDraft = { url: "", slug: "", title: "", expires: "", enabled: true, sharing: noSharing };

export function draftOf(link: Link): LinkDraft {
  const { url, slug, title, expiresAt, enabled } = link;
  return { url, slug, title: title ?? "", expires: expiresAt ? toControl(new Date(expiresAt)) : "", enabled, sharing: noSharing };
}

/** The body of a request that creates the link. */
export function toNewLink({ url, slug, title, expires, enabled }: LinkDraft): LinkInput {
  return { url: withScheme(url), ...(slug.trim() ? { slug: slug.trim() } : {}), title, enabled, expiresAt: fromControl(expires) };
}

/** Only the changed fields. An expiry within the same minute counts as unchanged, so it keeps its seconds. */
export function changesOf(link: Link, draft: LinkDraft): LinkInput {
  const before = draftOf(link);
  const changes: LinkInput = {};
  if (draft.url.trim() !== before.url) changes.url = withScheme(draft.url);
  if (draft.slug.trim() !== before.slug) changes.slug = draft.slug.trim();
  if (draft.title.trim() !== before.title) changes.title = draft.title.trim() || null;
  if (draft.expires !== before.expires) changes.expiresAt = fromControl(draft.expires);
  if (draft.enabled !== before.enabled) changes.enabled = draft.enabled;
  return changes;
}

/** The changes that undo `changes`. */
export function undoOf(link: Link, changes: LinkInput): LinkInput {
  return Object.fromEntries(Object.keys(changes).map((key) => [key, link[key as keyof LinkInput]]));
}
