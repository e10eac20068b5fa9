"use client";

import { useTransition } from "react";
import { useTexts } from "#texts";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { Button } from "../../ui/button";
import { showToast } from "../../ui/toast";
import { answerOf, showRefused, unknownOutcome } from "../../ui/use-action";
import { failureMessage, undoneText } from "../jobs/bulk-message";
import { useTellJob } from "../jobs/use-job";

/** Undoes a job of the last hour, or a replacement by the API. `what`: said of the button. */
export default function UndoButton({
  id,
  isJob = false,
  what,
}: {
  id: string;
  isJob?: boolean;
  what: string;
}) {
  const [t, common] = [useTexts("bulk"), useTexts("common")];
  const { undoReplacement } = useDashboardActions();
  const { undo } = useTellJob();
  const [pending, start] = useTransition();
  const undoByApi = async () => {
    const result = await answerOf(undoReplacement(id), unknownOutcome);
    if (!result.ok) return showRefused(result);
    const { done, failed } = result.value;
    const total = done.length + failed.length;
    const failure = failureMessage("undo", { total, tried: total, failed }, t);
    showToast(failure ?? undoneText(done.length, t), { failed: failure !== null });
  };
  return (
    <Button
      size="small"
      aria-label={t("undoNamed", { what })}
      pending={pending}
      onClick={() => start(async () => void (await (isJob ? undo(id) : undoByApi())))}
    >
      {pending ? t("undoing") : common("undo")}
    </Button>
  );
}
