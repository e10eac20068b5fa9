"use client";

import { useState, useTransition } from "react";
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
  /** It goes on: the panel shows it. */
  const [isBegun, setBegun] = useState(false);
  const undoByApi = async () => {
    const result = await answerOf(undoReplacement(id), unknownOutcome);
    if (!result.ok) return showRefused(result);
    const { done, failed } = result.value;
    const total = done.length + failed.length;
    const outcome = { total, tried: total, changed: done.length, failed };
    const failure = failureMessage("undo", outcome, t);
    showToast(failure ?? undoneText(done.length, t), { failed: failure !== null });
  };
  const undoByJob = async () => setBegun((await undo(id)) === null);
  if (isBegun) return null;
  return (
    <Button
      size="small"
      aria-label={t("undoNamed", { what })}
      pending={pending}
      onClick={() => start(isJob ? undoByJob : undoByApi)}
    >
      {pending ? t("undoing") : common("undo")}
    </Button>
  );
}
