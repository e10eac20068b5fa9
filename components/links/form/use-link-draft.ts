"use client";

import { useEffect, useState } from "react";
import type { NewLinkDefaults } from "@/lib/core/new-link-defaults";
import type { Link } from "@/lib/links/link";
import { useInstance } from "../../layout/instance";
import { ask } from "../link-queries";
import { copyOf, draftOf, keepDraft, keptDraft, type LinkDraft, newDraft } from "./link-draft";
import type { MoreField } from "./more-draft";

/** What the dialog opens for: a new link, a copy of the link `from`, or editing `link`. */
export interface DialogSubject {
  link?: Link | undefined;
  from?: Link | undefined;
  url?: string | undefined;
  slug?: string | undefined;
  title?: string | undefined;
  /** Of `link`: the one that gets the focus. */
  field?: MoreField | undefined;
}

/** The draft in the dialog. That of a new link is kept, and has a free slug from the start. */
export function useLinkDraft({ link, from, url, slug, title }: DialogSubject) {
  const { newLink } = useInstance();
  const [draft, setDraft] = useState(() => firstDraft({ link, from, url, slug, title }, newLink));
  useEffect(() => {
    if (link) return;
    void ask("slug", { slug: from?.slug ?? "" }).then((found) => {
      const free = from ? found?.suggestions[0] : found?.suggestions.at(-1);
      setDraft((before) =>
        before.slug === "" && !before.ownSlug ? { ...before, slug: free ?? "" } : before,
      );
    });
  }, [link, from]);
  const set = (changes: Partial<LinkDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...changes };
      if (!link) keepDraft(next, from?.slug);
      return next;
    });
  return { draft, set };
}

function firstDraft(
  { link, from, url, slug, title }: DialogSubject,
  defaults: NewLinkDefaults,
): LinkDraft {
  const typed = {
    ...(url ? { url } : {}),
    ...(slug === undefined ? {} : { slug, ownSlug: true }),
    ...(title === undefined ? {} : { title }),
  };
  if (link) return { ...draftOf(link), ...typed };
  // A page that is shared with its title is a link of its own, not the rest of a draft.
  const kept = title === undefined ? keptDraft(from?.slug) : null;
  const now = new Date();
  return { ...(kept ?? (from ? copyOf(from, now) : newDraft(defaults, now))), ...typed };
}
