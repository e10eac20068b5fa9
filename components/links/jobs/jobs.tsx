"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import { useLoaded } from "../../ui/use-loaded";
import { useFollowedJobs } from "./followed-jobs";

const Left = lazy(() => import("./left-jobs"));
const loadPanel = () => import("./job-panel");

/** The panel of jobs, once there are some. */
export function Jobs() {
  const jobs = useFollowedJobs();
  const Panel = useLoaded(loadPanel, jobs.length);
  return Panel && jobs.length > 0 && <Panel jobs={jobs} />;
}

/** What this person started on a page that was left. */
export function LeftJobs(props: ComponentProps<typeof Left>) {
  return (
    <Suspense>
      <Left {...props} />
    </Suspense>
  );
}
