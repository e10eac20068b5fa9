"use client";

import { useTransition } from "react";
import { useTexts } from "#texts";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { Button } from "../../ui/button";
import { useRefreshAfter } from "../portions/use-refresh-after";
import { undoReplacements } from "./replace-portions";

/** `what`: said of the button. */
export default function UndoReplacementButton({ id, what }: { id: string; what: string }) {
  const [t, common] = [useTexts("bulk"), useTexts("common")];
  const actions = useDashboardActions();
  const refreshAfter = useRefreshAfter();
  const [pending, start] = useTransition();
  return (
    <Button
      size="small"
      aria-label={t("undoNamed", { what })}
      pending={pending}
      onClick={() => start(async () => refreshAfter(await undoReplacements(actions, [id], t)))}
    >
      {pending ? t("undoing") : common("undo")}
    </Button>
  );
}
