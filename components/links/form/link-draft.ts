import type { Refused } from "@/lib/core/action-result";
import { defaultsOf, type NewLinkDefaults } from "@/lib/core/new-link-defaults";
import { byTagName } from "@/lib/core/tag";
import { withScheme } from "@/lib/core/typed-destination";
import type { Link } from "@/lib/links/link";
import type { LinkInput } from "@/lib/links/schema";
import { fromControl, toControl } from "./instant-value";
import { emptyMore, type MoreDraft, moreChanges, moreFields, moreOf } from "./more-draft";
import { noSharing, type Sharing } from "./sharing";
import { allTags } from "./typed-tags";

/** The form values, as its inputs hold them. */
export interface LinkDraft {
  url: string;
  slug: string;
  /** Whether the owner chose the slug. A generated one is replaced if it is taken. */
  ownSlug: boolean;
  title: string;
  /** Value of a `datetime-local` input, UTC; empty means never. */
  expires: string;
  enabled: boolean;
  tags: string[];
  /** Tags that are being typed: see `allTags`. */
  tag: string;
  note: string;
  /** Whether the slug stays an alias if it is changed. */
  keepOldSlug: boolean;
  more: MoreDraft;
  sharing: Sharing;
}

const emptyDraft: LinkDraft = {
  url: "",
  slug: "",
  ownSlug: false,
  title: "",
  expires: "",
  enabled: true,
  tags: [],
  tag: "",
  note: "",
  keepOldSlug: false,
  more: emptyMore,
  sharing: noSharing,
};

/** The draft of a new link, with the defaults of this instance. */
export function newDraft(defaults: NewLinkDefaults, now: Date): LinkDraft {
  const { tags, expiresAt, forwardQuery } = defaultsOf(defaults, now);
  return {
    ...emptyDraft,
    tags,
    expires: expiresAt ? toControl(new Date(expiresAt)) : "",
    more: { ...emptyMore, forwardQuery },
  };
}

export function draftOf(link: Link): LinkDraft {
  const { url, slug, title, expiresAt, enabled, tags = [], note } = link;
  const expires = expiresAt ? toControl(new Date(expiresAt)) : "";
  return {
    ...emptyDraft,
    url,
    slug,
    ownSlug: true,
    title: title ?? "",
    expires,
    enabled,
    tags,
    note: note ?? "",
    keepOldSlug: link.clickCount > 0,
    more: moreOf(link),
  };
}

/** The body of a request that creates the link. */
export function toNewLink(draft: LinkDraft): LinkInput {
  const { url, slug, title, expires, enabled, note } = draft;
  const tags = allTags(draft.tags, draft.tag);
  return {
    url: withScheme(url),
    ...(slug.trim() ? { slug: slug.trim() } : {}),
    title,
    enabled,
    expiresAt: fromControl(expires),
    ...(tags.length > 0 ? { tags } : {}),
    ...(note.trim() ? { note } : {}),
    ...moreChanges(emptyMore, draft.more),
  };
}

/**
 * Only the changed fields. An expiry within the same minute counts as unchanged, so it keeps its
 * seconds.
 */
export function changesOf(link: Link, draft: LinkDraft): LinkInput {
  const before = draftOf(link);
  const changes: LinkInput = {};
  if (draft.url.trim() !== before.url) changes.url = withScheme(draft.url);
  if (draft.slug.trim() !== before.slug) {
    changes.slug = draft.slug.trim();
    if (draft.keepOldSlug) changes.keepOldSlug = true;
  }
  if (draft.title.trim() !== before.title) changes.title = draft.title.trim() || null;
  if (draft.expires !== before.expires) changes.expiresAt = fromControl(draft.expires);
  if (draft.enabled !== before.enabled) changes.enabled = draft.enabled;
  const tags = allTags(draft.tags, draft.tag);
  if (tags.toSorted(byTagName).join() !== before.tags.join()) changes.tags = tags;
  if (draft.note.trim() !== before.note) changes.note = draft.note.trim() || null;
  return { ...changes, ...moreChanges(before.more, draft.more) };
}

/** The changes without some fields, which stay as others left them. */
export function changesWithout(changes: LinkInput, fields: readonly string[]): LinkInput {
  // It has no meaning without a new slug.
  const left = new Set([...fields, ...(fields.includes("slug") ? ["keepOldSlug"] : [])]);
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !left.has(field)));
}

/** Names the draft of a new link, or of a copy of link `of`. */
export const draftName = (of: string | undefined) =>
  of === undefined ? "new-link" : `copy-of-${of}`;

/**
 * The draft of a new link, or of a copy of link `of`, kept while its dialog is closed and over a
 * reload of the tab.
 */
export function keptDraft(of?: string): LinkDraft | null {
  try {
    const text = sessionStorage.getItem(draftName(of));
    if (!text) return null;
    const kept: LinkDraft = JSON.parse(text);
    // An earlier version may have kept it, without some fields.
    return {
      ...emptyDraft,
      ...kept,
      more: { ...emptyMore, ...kept.more },
      sharing: { ...noSharing, ...kept.sharing },
    };
  } catch {
    return null;
  }
}

export function keepDraft(draft: LinkDraft | null, of?: string): void {
  try {
    if (draft)
      sessionStorage.setItem(
        draftName(of),
        JSON.stringify({ ...draft, more: withoutPassword(draft.more) }),
      );
    else sessionStorage.removeItem(draftName(of));
  } catch {
    // A browser without storage keeps no draft.
  }
}

/** Forgets a draft that was sent, unless another has taken its place. */
export function forgetDraft(sent: LinkDraft, of?: string): void {
  const kept = keptDraft(of);
  if (kept && typedIn(kept) === typedIn(sent)) keepDraft(null, of);
}

/** A generated slug and a password may be missing in the kept one. */
function typedIn(draft: LinkDraft): string {
  const slug = draft.ownSlug ? draft.slug : "";
  const body = toNewLink({ ...draft, slug, more: withoutPassword(draft.more) });
  return JSON.stringify([body, draft.sharing]);
}

function withoutPassword(more: MoreDraft): MoreDraft {
  return more.password === "" ? more : { ...more, password: "", lostPassword: "" };
}

/**
 * The draft of a copy: without the slug and the password, and without an expiry that has passed.
 */
export function copyOf(link: Link, now: Date): LinkDraft {
  const isOver = link.expiresAt !== null && Date.parse(link.expiresAt) <= now.getTime();
  const draft = draftOf(link);
  const more = {
    ...draft.more,
    hasPassword: false,
    lostPassword: link.hasPassword ? link.slug : null,
  };
  return {
    ...draft,
    slug: "",
    ownSlug: false,
    keepOldSlug: false,
    enabled: true,
    more,
    ...(isOver ? { expires: "" } : {}),
  };
}

const shownFields: ReadonlySet<string> = new Set([
  "url",
  "slug",
  "domain",
  "title",
  "tags",
  "expiresAt",
  "note",
  ...moreFields,
]);

/**
 * What concerns the slug is shown at its field. If no field shows a problem, the message is shown
 * beside the button.
 */
export function atField(refused: Refused): Refused {
  const { code, message } = refused;
  if (code === "slug_taken") return refusalAt("slug", message);
  const problems = refused.problems.map((problem) => {
    const [field = ""] = problem.path.split(".");
    if (field === "aliases" || field === "keepOldSlug") return { ...problem, path: "slug" };
    return field === "schedule" ? { ...problem, path: field } : problem;
  });
  const isShown = ({ path }: { path: string }) => shownFields.has(path.replace(/\..*/, ""));
  return { ...refused, problems: problems.filter(isShown) };
}

/** A refusal because of one field. */
export function refusalAt(path: string, message: string): Refused {
  return {
    ok: false,
    code: "validation_failed",
    message,
    problems: [{ path, code: "not_allowed", message }],
  };
}
