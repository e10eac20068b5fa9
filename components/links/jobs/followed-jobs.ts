import { useSyncExternalStore } from "react";
import type { ShownJob } from "@/lib/owners/jobs";

/** Ids of jobs that this tab has started: whoever started one follows it. */
export const started = new Set<string>();

/** Jobs that this tab follows. */
let followed: readonly ShownJob[] = [];
const none: readonly ShownJob[] = [];
const listeners = new Set<() => void>();

export function setFollowed(jobs: readonly ShownJob[]): void {
  followed = jobs;
  for (const listener of listeners) listener();
}

export const followedJobs = () => followed;

export function useFollowedJobs(): readonly ShownJob[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => followed,
    () => none,
  );
}
