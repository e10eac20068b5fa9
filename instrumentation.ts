/** Next calls this once when it starts; `server.ts` has begun the same housekeeping where it stands in front. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { isMainThread } = await import("node:worker_threads");
  if (!isMainThread) return;
  const { startHousekeeping } = await import("./lib/housekeeping");
  startHousekeeping();
}
