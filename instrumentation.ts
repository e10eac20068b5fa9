/** Next calls this once when it starts; `server.ts` has begun the same housekeeping where it stands in front. */
export async function register(): Promise<void> {
  // In a block of its own, which a build for another runtime leaves out whole.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { isMainThread } = await import("node:worker_threads");
    if (!isMainThread) return;
    const { startHousekeeping } = await import("./lib/service/housekeeping");
    const { wireLayers } = await import("./lib/service/wiring");
    const { ensureFirstOwner } = await import("./lib/owners/owners");
    wireLayers();
    startHousekeeping();
    // Without server.ts nobody has; a database that is away is no reason not to start.
    await ensureFirstOwner().catch(() => {});
  }
}
