"use client";

import { useEffect } from "react";
import { useTexts } from "#texts";
import type { ShownJob } from "@/lib/owners/jobs";
import { showToast } from "../../ui/toast";
import { useOnlineRouter } from "../../ui/use-online-router";
import { type BulkAction, failureMessage } from "./bulk-message";
import { followJob, outcomeOf } from "./follow-job";
import { started } from "./followed-jobs";
import { jobName } from "./job-name";
import { useTellJob } from "./use-job";

/** Follows what this person started elsewhere than in `useRunJob`. `undoable`: commands with an Undo. */
export default function LeftJobs({
  jobs,
  undoable,
}: {
  jobs: readonly ShownJob[];
  undoable: readonly string[];
}) {
  const [t, bulk] = [useTexts("jobs"), useTexts("bulk")];
  const { undo } = useTellJob();
  const { refresh } = useOnlineRouter();
  useEffect(() => {
    for (const job of jobs.filter(({ id }) => !started.has(id))) {
      started.add(job.id);
      void followJob(job).then((end) => {
        if (!end || end === "refused") return;
        const { id, command, done, total, changed } = end;
        const said = t("finished", { what: jobName(command, t), done, total });
        if (command.startsWith("export")) return showToast(said, { failed: done < total });
        const failure = failureMessage(actionOf(command), outcomeOf(end), bulk);
        const mayUndo = changed > 0 && undoable.includes(command);
        showToast(failure ?? said, {
          failed: failure !== null,
          undo: mayUndo ? () => void undo(id) : undefined,
        });
        refresh();
      });
    }
  }, [jobs, undoable, t, bulk, undo, refresh]);
  return null;
}

function actionOf(command: string): BulkAction {
  if (command === "undoJob") return "undo";
  return command === "deleteLinks" ? "delete" : "change";
}
