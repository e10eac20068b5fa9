import type { Counts } from "../../config/counts";
import type { Pools } from "../../database/pools";

/** How often an instance that stores no clicks looks for those of others. */
const othersMs = 4_000;
/**
 * Planning a round and writing what many links share costs as much as counting hundreds of clicks,
 * so fewer than this wait for more, which readers hardly notice.
 */
const manyClicks = 1_000;
const fewMs = 2_000;

/**
 * Periodic work on pending clicks, which does nothing while there are none. Once none were found,
 * an instance looks again when it has stored clicks, or after four seconds, so that an idle one
 * stays idle.
 */
export function whilePending(
  counts: Counts,
  pools: Pools,
  work: (signal: AbortSignal) => Promise<void>,
): (signal: AbortSignal) => Promise<void> {
  let last = { stored: -1, at: 0, foundAny: false };
  return async (signal) => {
    const { durable, replayed } = counts.clicks;
    const now = { stored: durable + replayed, at: performance.now() };
    const more = now.stored - last.stored;
    const pauseMs = last.foundAny ? fewMs : othersMs;
    if (more < (last.foundAny ? manyClicks : 1) && now.at - last.at < pauseMs) return;
    const foundAny = await arePending(pools);
    if (foundAny) await work(signal);
    last = { ...now, foundAny };
  };
}

async function arePending(pools: Pools): Promise<boolean> {
  const [row] = await pools.client("maintenance").$queryRaw<
    [{ isAny: boolean }]
  >`SELECT EXISTS (SELECT FROM "PendingBatch") AS "isAny"`;
  return row.isAny;
}
