"use client";

import { useTransition } from "react";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { Button } from "../../ui/button";
import { useRefreshAfter } from "../portions/use-refresh-after";
import { undoReplacements } from "./replace-portions";

/** `what`: said of the button. */
export default function UndoReplacementButton({ id, what }: { id: string; what: string }) {
  const actions = useDashboardActions();
  const refreshAfter = useRefreshAfter();
  const [pending, start] = useTransition();
  return (
    <Button
      size="small"
      aria-label={`Undo ${what}`}
      disabled={pending}
      onClick={() => start(async () => refreshAfter(await undoReplacements(actions, [id])))}
      className="max-sm:min-h-11"
    >
      {pending ? "Undoing..." : "Undo"}
    </Button>
  );
}
