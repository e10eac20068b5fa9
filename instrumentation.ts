/** Next calls this once at startup. With `server.ts` in front, housekeeping is already running. */
export async function register(): Promise<void> {
  // A separate block, so that a build for another runtime removes it entirely.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { isMainThread } = await import("node:worker_threads");
    if (!isMainThread) return;
    const { startHousekeeping } = await import("./lib/service/housekeeping");
    const { wireLayers } = await import("./lib/service/wiring");
    const { ensureFirstOwner } = await import("./lib/owners/owners");
    wireLayers();
    startHousekeeping();
    // Without server.ts nothing else creates the owner. An unavailable database must not prevent the start.
    await ensureFirstOwner().catch(() => {});
  }
}
