import type { FailureCode } from "@/lib/core/action-result";
import type { ShownJob } from "@/lib/owners/jobs";
import { ask } from "../link-queries";
import { followedJobs, setFollowed } from "./followed-jobs";

/** `path`: the field at fault, if it is one. */
export type Failed = { slug: string; code: FailureCode; path?: string | undefined };

/** What became of a job. */
export interface JobOutcome {
  id: string;
  /** Rows, and how many of them were tried before it ended. */
  total: number;
  tried: number;
  changed: number;
  /** Of the first changed link, if that is known. */
  slug?: string | null;
  failed: readonly Failed[];
  /** Why it ended before the last row, or did not begin. */
  refusal?: string | undefined;
  /** The server did not answer, so nobody knows. */
  isLost?: boolean;
  isStopped?: boolean;
}

export const outcomeOf = ({ done, refusal, ...job }: ShownJob): JobOutcome => ({
  ...job,
  tried: done,
  refusal: refusal?.message,
});

const pauseMs = 400;
/** So many requests in a row without an answer: about two minutes, or longer if they hang. */
const mostLost = 60;
const longestPauseMs = 2_000;

/**
 * Resolves with the end of a job, null if the server does not answer for minutes, or "refused" for
 * who may no longer see it, such as after signing out.
 */
export async function followJob(
  job: ShownJob,
  onProgress: (job: ShownJob) => void = () => {},
): Promise<ShownJob | "refused" | null> {
  const others = () => followedJobs().filter(({ id }) => id !== job.id);
  let now = job;
  let lost = 0;
  let isRefused = false;
  while (!now.isOver && !isRefused && lost < mostLost) {
    setFollowed([...others(), now]);
    onProgress(now);
    await new Promise((resolve) => setTimeout(resolve, lost > 0 ? longestPauseMs : pauseMs));
    const next = await ask("job", { id: job.id }, undefined, () => {
      isRefused = true;
    });
    lost = next ? 0 : lost + 1;
    now = next ?? now;
  }
  setFollowed(others());
  if (isRefused) return "refused";
  return now.isOver ? now : null;
}
