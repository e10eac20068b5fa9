"use client";

import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import type { Texts } from "@/lib/texts/translator";
import type { UndoReport } from "@/lib/transfer/undo-import";
import { undo } from "./actions";

export function UndoImport({ id, links }: { id: string; links: number }) {
  const t = useTexts("settings.data");
  const { run, pending } = useAction();
  return (
    <Button
      size="small"
      aria-label={t("undoIt", { links })}
      pending={pending}
      onClick={() =>
        run(
          () => undo(id),
          (report) => showToast(outcome(report, t)),
        )
      }
    >
      {pending ? t("undoing") : t("undo")}
    </Button>
  );
}

function outcome({ deleted, kept, keptSlugs }: UndoReport, t: Texts<"settings.data">): string {
  const done = t("deleted", { links: deleted });
  if (kept === 0) return done;
  const named = keptSlugs.slice(0, 3).map((slug) => `/${slug}`);
  const slugs = t.list(named) + (kept > named.length ? " …" : "");
  return `${done} ${t("kept", { links: kept, slugs })}`;
}
