"use client";

import { useEffect } from "react";
import { useTexts } from "#texts";
import type { ShownJob } from "@/lib/owners/jobs";
import { showToast } from "../../ui/toast";
import { useOnlineRouter } from "../../ui/use-online-router";
import { followJob } from "./follow-job";
import { followedJobs } from "./followed-jobs";
import { jobName } from "./job-name";
import { useTellJob } from "./use-job";

/** Follows what this person started on a page that was left. `undoable`: commands with an Undo. */
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
    for (const job of jobs.filter((job) => !followedJobs().some(({ id }) => id === job.id))) {
      void followJob(job).then((end) => {
        if (!end) return;
        const { id, command, done, total, changed, refusal } = end;
        const said = t("finished", { what: jobName(command, t), done, total });
        const ended = refusal && bulk("failed.sentences", { first: said, second: refusal.message });
        const mayUndo = changed > 0 && undoable.includes(command);
        showToast(ended ?? said, {
          failed: refusal !== null,
          undo: mayUndo ? () => void undo(id) : undefined,
        });
        refresh();
      });
    }
  }, [jobs, undoable, t, bulk, undo, refresh]);
  return null;
}
