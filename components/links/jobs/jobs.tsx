"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import { useLoaded } from "../../ui/use-loaded";
import { useFollowedJobs } from "./followed-jobs";
import { useExports } from "./use-exports";

const Left = lazy(() => import("./left-jobs"));
const loadPanel = () => import("./job-panel");

const none: readonly string[] = [];

/** The panel of jobs, once there are some. */
export function Jobs() {
  const jobs = useFollowedJobs();
  const Panel = useLoaded(loadPanel, jobs.length);
  const exports = useExports();
  return (
    <>
      {exports.length > 0 && <LeftJobs jobs={exports} undoable={none} />}
      <Suspense>{Panel && jobs.length > 0 && <Panel jobs={jobs} />}</Suspense>
    </>
  );
}

/** What this person started on a page that was left. */
export function LeftJobs(props: ComponentProps<typeof Left>) {
  return (
    <Suspense>
      <Left {...props} />
    </Suspense>
  );
}
