"use client";

import type { LinkEdit } from "@/lib/links/list-edits";
import type { SavedLink } from "../../layout/dashboard-actions";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { editedNames, editorText, valueText } from "../edit-text";

/** How much of a value is said. */
const mostSaid = 60;

/** As in `Title was changed to "Spring" by mara@example.com meanwhile.` */
export function saidOf(edits: readonly LinkEdit[], timeZone: string): string {
  return edits
    .map(({ field, to, by }) => {
      const text = valueText(field, to, new Date(), timeZone);
      const said = text.length > mostSaid ? `${text.slice(0, mostSaid)}…` : text;
      return `${editedNames[field]} was changed to "${said}"${by ? ` by ${editorText(by)}` : ""} meanwhile.`;
    })
    .join(" ");
}

/** Asks whose change counts, where two people or two tabs changed the same field of a link. */
export function EditConflict<T extends SavedLink>({
  conflict,
  pending,
  onSettle,
}: {
  conflict: T | null;
  pending: boolean;
  onSettle: (conflict: T, isMine: boolean) => void;
}) {
  const { timeZone } = useViewer();
  if (conflict === null) return null;
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <p role="alert" className="min-w-0 flex-1 basis-60 text-small [overflow-wrap:anywhere]">
        {saidOf(conflict.meanwhile, timeZone)} Nothing was saved.
      </p>
      <Button size="small" disabled={pending} onClick={() => onSettle(conflict, false)}>
        Take theirs
      </Button>
      <Button size="small" disabled={pending} onClick={() => onSettle(conflict, true)}>
        Keep mine
      </Button>
    </div>
  );
}
