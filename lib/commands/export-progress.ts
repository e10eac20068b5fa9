import { randomUUID } from "node:crypto";
import { withoutWriteRequest } from "../database/in-transaction";
import { endJob, exportClaimMs, reportExported, storeJob } from "../owners/jobs";
import type { Person } from "./define";

/** Small exports are over by then, and show no progress. */
const shortMs = 1_000;
const pauseMs = 500;
/** Often enough that a job whose client reads nothing for a while stays claimed. */
const renewMs = exportClaimMs / 3;

/**
 * The pages of an export of a person. A long one has a job, which says how far it is. Once that is
 * stopped the download fails, as it does for any other error, so that no part is taken for all.
 */
export async function* withProgress<T>(
  pages: AsyncIterable<readonly T[]>,
  command: string,
  { id: sessionId, owner }: Pick<Person, "id"> & { owner: { id: string } },
  countRows: () => Promise<number>,
): AsyncGenerator<readonly T[]> {
  const id = randomUUID();
  const job = { id, by: `owner:${owner.id}`, sessionId, command, input: {} } as const;
  const begin = () =>
    withoutWriteRequest(async () => {
      const total = await countRows();
      return storeJob(job, () => total, new Date());
    });
  // A report that fails stops nothing.
  const report = (options = {}) => reportExported(id, done, options).catch(() => true);
  let isStored = false;
  let renewal: NodeJS.Timeout | undefined;
  let done = 0;
  let nextMs = performance.now() + shortMs;
  try {
    for await (const rows of pages) {
      yield rows;
      done += rows.length;
      if (performance.now() < nextMs) continue;
      isStored ||= await begin().catch(() => false);
      if (isStored) renewal ??= setInterval(report, renewMs).unref();
      // What cannot be counted in time goes on without progress.
      nextMs = isStored ? performance.now() + pauseMs : Number.POSITIVE_INFINITY;
      if (isStored && !(await report())) throw new DOMException("stopped", "AbortError");
    }
    if (isStored) await report({ isWhole: true });
  } finally {
    clearInterval(renewal);
    // Without an end, `continueJobs` ends it.
    if (isStored) await endJob(id).catch(() => {});
  }
}
