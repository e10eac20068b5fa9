"use client";

import { type ReactNode, useState } from "react";
import { useTexts } from "#texts";
import type { Link } from "@/lib/links/link";
import { changesOf, type LinkDraft } from "./link-draft";
import { channelEdit } from "./sharing";

/** Changes of an existing link are kept nowhere: closing by accident asks before they are lost. */
export function useDiscardQuestion(link: Link | undefined, draft: LinkDraft, onClose: () => void) {
  const [asked, setAsked] = useState<LinkDraft>();
  const isAsking = asked === draft;
  const close = (isAccident: boolean) => {
    const isChanged = (of: Link) =>
      Object.keys(changesOf(of, draft)).length > 0 || channelEdit(draft.sharing) !== null;
    const isLost = link !== undefined && isChanged(link);
    if (isAccident && isLost && !isAsking) setAsked(draft);
    else onClose();
  };
  return { isAsking, close };
}

/** What Escape does, or the question. */
export function FootNote({ isAsking, children }: { isAsking: boolean; children: ReactNode }) {
  const t = useTexts("form");
  if (isAsking) {
    return (
      <span role="alert" className="me-auto font-medium text-danger text-small">
        {t("discardQuestion")}
      </span>
    );
  }
  return (
    <span className="me-auto flex items-center gap-1.5 text-label text-secondary max-sm:hidden">
      {children}
    </span>
  );
}
