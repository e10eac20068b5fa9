import type { Counts } from "../../config/counts";
import type { Pools } from "../../database/pools";

/** How often an instance that stores no clicks looks for those of others. */
const othersMs = 4_000;

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
  let foundNone = { stored: -1, at: 0 };
  return async (signal) => {
    const { durable, replayed } = counts.clicks;
    const now = { stored: durable + replayed, at: performance.now() };
    if (now.stored === foundNone.stored && now.at - foundNone.at < othersMs) return;
    if (await arePending(pools)) await work(signal);
    else foundNone = now;
  };
}

async function arePending(pools: Pools): Promise<boolean> {
  const [row] = await pools.client("maintenance").$queryRaw<
    [{ isAny: boolean }]
  >`SELECT EXISTS (SELECT FROM "ClickBatch") AS "isAny"`;
  return row.isAny;
}
