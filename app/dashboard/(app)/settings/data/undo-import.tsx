"use client";

import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { count } from "@/lib/core/format";
import type { UndoReport } from "@/lib/transfer/undo-import";
import { undo } from "./actions";

export function UndoImport({ id, what }: { id: string; what: string }) {
  const { run, pending } = useAction();
  return (
    <Button
      size="small"
      aria-label={`Undo ${what}`}
      disabled={pending}
      onClick={() =>
        run(
          () => undo(id),
          (report) => showToast(outcome(report)),
        )
      }
    >
      {pending ? "Undoing..." : "Undo"}
    </Button>
  );
}

function outcome({ deleted, kept, keptSlugs }: UndoReport): string {
  const done = `${count(deleted, "link")} deleted.`;
  if (kept === 0) return done;
  const named = keptSlugs.slice(0, 3).map((slug) => `/${slug}`);
  return `${done} ${count(kept, "link")} kept, because they were clicked or changed: ${named.join(", ")}${kept > named.length ? " ..." : ""}`;
}
