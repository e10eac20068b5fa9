"use client";

import type { ClipboardEvent } from "react";
import { useTexts } from "#texts";
import { hasSeveralLinks } from "@/lib/core/pasted-links";
import { useOpenDialog } from "../../layout/open-dialog";
import { Segment, Segmented } from "../../ui/segmented";
import { keepDraft, keptDraft } from "./link-draft";

/** Switches between the dialogs for one new link and for several. `text`: typed into this one. */
export function OneOrSeveral({ isSeveral = false, text }: { isSeveral?: boolean; text: string }) {
  const t = useTexts("form.oneOrSeveral");
  const open = useOpenDialog();
  const takeAlong = () => {
    const kept = keptDraft();
    if (kept) keepDraft({ ...kept, url: "" });
    open({ kind: "several", text: text.trim() });
  };
  return (
    <Segmented label={t("label")} small className="self-start">
      <Segment on={!isSeveral} onClick={() => isSeveral && open({ kind: "create" })}>
        {t("one")}
      </Segment>
      <Segment on={isSeveral} onClick={() => !isSeveral && takeAlong()}>
        {t("several")}
      </Segment>
    </Segmented>
  );
}

/**
 * Opens the dialog for several links if text that was meant for one address has several. The result
 * says whether it did.
 */
export function useTakeSeveral(): (text: string) => boolean {
  const open = useOpenDialog();
  return (text) => {
    const isSeveral = hasSeveralLinks(text);
    if (isSeveral) open({ kind: "several", text });
    return isSeveral;
  };
}

/** For `onPaste` of a field for one address. */
export function usePasteSeveral(): (event: ClipboardEvent) => void {
  const take = useTakeSeveral();
  return (event) => {
    if (take(event.clipboardData.getData("text/plain"))) event.preventDefault();
  };
}
