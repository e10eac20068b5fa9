"use client";

import { useEffect, useRef, useState } from "react";
import type { NewLinkDefaults } from "@/lib/core/new-link-defaults";
import type { Link } from "@/lib/links/link";
import { useInstance } from "../../layout/instance";
import { ask } from "../link-queries";
import { attemptsOf } from "./attempts";
import {
  copyOf,
  draftName,
  draftOf,
  keepDraft,
  keptDraft,
  type LinkDraft,
  newDraft,
} from "./link-draft";
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
  /** The generated slug that the server has called free. */
  const [freeSlug, setFreeSlug] = useState("");
  const opened = useRef(draft);
  useEffect(() => {
    if (link) return;
    const { slug: kept, ownSlug } = opened.current;
    const generated = ownSlug ? "" : kept;
    void ask("slug", { slug: generated || (from?.slug ?? "") }).then((found) => {
      if (!found) return;
      if (generated !== "" && found.verdict === "free") return setFreeSlug(generated);
      // Only the same body finds the link of an attempt without an answer.
      if (attemptsOf(draftName(from?.slug)).read().length > 0) return;
      const isCopy = from && generated === "";
      const free = (isCopy ? found.suggestions[0] : found.suggestions.at(-1)) ?? "";
      setFreeSlug(free);
      setDraft((before) =>
        before.slug === generated && !before.ownSlug ? { ...before, slug: free } : before,
      );
    });
  }, [link, from]);
  const set = (changes: Partial<LinkDraft>) => {
    if (changes.slug && changes.ownSlug === false) setFreeSlug(changes.slug);
    setDraft((before) => {
      const next = { ...before, ...changes };
      if (!link) keepDraft(next, from?.slug);
      return next;
    });
  };
  return {
    draft,
    set,
    hasFreeSlug: !draft.ownSlug && draft.slug !== "" && draft.slug === freeSlug,
  };
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
