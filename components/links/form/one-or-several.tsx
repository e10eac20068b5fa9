"use client";

import { type ClipboardEvent, useState } from "react";
import { Info } from "@/components/ui/icons";
import { hasSeveralLines } from "@/lib/core/pasted-links";
import { useOpenDialog } from "../../layout/open-dialog";
import { Button } from "../../ui/button";
import { FieldNote } from "../../ui/field";
import { Segment, Segmented } from "../../ui/segmented";

/** Switches between the dialogs for one new link and for several. `text`: typed into this one. */
export function OneOrSeveral({ isSeveral = false, text }: { isSeveral?: boolean; text: string }) {
  const open = useOpenDialog();
  return (
    <Segmented label="New links" small className="self-start">
      <Segment on={!isSeveral} onClick={() => isSeveral && open({ kind: "create" })}>
        One link
      </Segment>
      <Segment
        on={isSeveral}
        onClick={() => !isSeveral && open({ kind: "several", text: text.trim() })}
      >
        Several
      </Segment>
    </Segmented>
  );
}

interface Pasted {
  text: string;
  /** What the field had before, because a field of one line joins the lines. */
  before: string;
}

/** Lines that were pasted into a field for one address. `isNew`: of a new link. */
export function usePastedLines(isNew = true) {
  const [pasted, setPasted] = useState<Pasted>();
  const take = (text: string, before: string) =>
    setPasted(isNew && hasSeveralLines(text) ? { text, before } : undefined);
  const onPaste = ({ clipboardData, currentTarget }: ClipboardEvent<HTMLInputElement>) =>
    take(clipboardData.getData("text/plain"), currentTarget.value);
  return { pasted, take, onPaste };
}

/** Offers to make a link of each pasted line. `onOpen` gets what the field had before. */
export function SeveralOffer({
  pasted,
  value,
  onOpen,
}: {
  pasted: Pasted | undefined;
  /** Of the field, which may have been cleared. */
  value: string;
  onOpen: (before: string) => void;
}) {
  const open = useOpenDialog();
  if (!pasted || value === "") return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <FieldNote>
        <Info aria-hidden />
        You pasted several lines.
      </FieldNote>
      <Button
        size="small"
        className="max-sm:h-11"
        onClick={() => {
          onOpen(pasted.before);
          open({ kind: "several", text: pasted.text });
        }}
      >
        Create several links
      </Button>
    </div>
  );
}
