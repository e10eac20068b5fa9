"use client";

import { useEffect } from "react";
import { useTexts } from "#texts";
import type { ShownJob } from "@/lib/owners/jobs";
import { showToast } from "../../ui/toast";
import { useLoaded } from "../../ui/use-loaded";
import { useOnlineRouter } from "../../ui/use-online-router";
import { followJob, isFollowed, useFollowedJobs } from "./follow-job";
import { jobName } from "./job-name";
import { useTellJob } from "./use-job";

const loadPanel = () => import("./job-panel");

/** The panel of jobs, once there are some. */
export function Jobs() {
  const jobs = useFollowedJobs();
  const Panel = useLoaded(loadPanel, jobs.length);
  return Panel && jobs.length > 0 && <Panel jobs={jobs} />;
}

/** Follows what this person started on a page that was left. `undoable`: commands with an Undo. */
export function LeftJobs({
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
    for (const job of jobs.filter(({ id }) => !isFollowed(id))) {
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
