"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import type { ShownJob } from "@/lib/owners/jobs";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { answerOf, showRefused } from "../../ui/use-action";
import { jobName } from "./job-name";
import { progressText } from "./progress-text";

/** How far jobs are that this tab follows. Each can be stopped. */
export default function JobPanel({ jobs }: { jobs: readonly ShownJob[] }) {
  const t = useTexts("jobs");
  return (
    <section
      aria-label={t("title")}
      className="fixed end-4 bottom-[calc(20px+var(--bulk-bar,0px))] z-30 flex w-80 max-w-[calc(100%-2rem)] flex-col gap-3 rounded-card border border-hairline bg-raised p-4 shadow-overlay max-sm:bottom-[calc(136px+var(--bulk-bar,0px))] peeking:end-[436px] print:hidden"
    >
      {jobs.map((job) => (
        <Progress key={job.id} {...job} />
      ))}
    </section>
  );
}

function Progress({ id, command, done, total, tookMs, isStopped }: ShownJob) {
  const t = useTexts("jobs");
  const { locale } = useViewer();
  const { stopJob } = useDashboardActions();
  const [isStopping, setStopping] = useState(isStopped);
  const stop = async () => {
    setStopping(true);
    const result = await answerOf(stopJob(id));
    if (result.ok) return;
    setStopping(false);
    showRefused(result);
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 font-medium text-small [overflow-wrap:anywhere]">
          {jobName(command, t)}
        </p>
        <Button
          size="small"
          aria-label={t("stopNamed", { what: jobName(command, t) })}
          pending={isStopping}
          onClick={() => void stop()}
        >
          {t(isStopping ? "stopping" : "stop")}
        </Button>
      </div>
      <progress
        aria-label={jobName(command, t)}
        value={done}
        max={total}
        className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
      />
      <p className="text-label text-secondary tabular-nums">
        {progressText({ done, total, tookMs }, t, locale)}
      </p>
    </div>
  );
}
