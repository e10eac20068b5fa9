"use client";

import { useTexts } from "#texts";
import { cutText } from "@/lib/core/clean-text";
import type { Meanwhile } from "@/lib/links/list-edits";
import type { SavedLink } from "../../layout/dashboard-actions";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { editorText, valueText } from "../edit-text";

/** Longer values are cut. */
const longestValue = 60;

/** As in `Changed in the meantime: Title to "Spring" by Mara.` */
export function useDescribeEdits(): (edits: readonly Meanwhile[]) => string {
  const [t, history] = [useTexts("form"), useTexts("links.history")];
  const { timeZone, locale } = useViewer();
  return (edits) => {
    const changes = edits.map(({ field, to, by }) => {
      const text = valueText(field, to, history, { now: new Date(), timeZone, locale });
      const value = cutText(text, longestValue, "…");
      const change = { field: history(`fields.${field}`), value };
      return by
        ? t("conflict.changeBy", { ...change, person: editorText(by, history) })
        : t("conflict.change", change);
    });
    return t("conflict.meanwhile", { changes: changes.join("; ") });
  };
}

/** Asks whose change counts, where two people or two tabs changed the same field of a link. */
export function EditConflict({
  conflict,
  pending,
  onSettle,
}: {
  conflict: SavedLink | null;
  pending: boolean;
  onSettle: (conflict: SavedLink, isMine: boolean) => void;
}) {
  const t = useTexts("form");
  const describeEdits = useDescribeEdits();
  if (conflict === null) return null;
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <p role="alert" className="min-w-0 flex-1 basis-60 text-small [overflow-wrap:anywhere]">
        {t("conflict.notSaved", { changes: describeEdits(conflict.meanwhile) })}
      </p>
      <Button size="small" pending={pending} onClick={() => onSettle(conflict, false)}>
        {t("conflict.takeTheirs")}
      </Button>
      <Button size="small" pending={pending} onClick={() => onSettle(conflict, true)}>
        {t("conflict.keepMine")}
      </Button>
    </div>
  );
}
