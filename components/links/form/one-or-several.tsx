"use client";

import { useTexts } from "#texts";
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
