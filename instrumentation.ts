/**
 * Next calls this once at startup. With `server.ts` in front, this thread already has its service.
 */
export async function register(): Promise<void> {
  // A separate block, so that a build for another runtime removes it entirely.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { readEnv } = await import("./lib/config/env");
    const { isRunning } = await import("./lib/config/running");
    if (isRunning()) return;
    const { createService } = await import("./lib/service/service");
    const { ensureFirstOwner } = await import("./lib/sign-in/first-owner");
    const { warnOfVariables } = await import("./lib/service/announce");
    const { OwnRequests } = await import("./lib/web/own-requests");
    // Without server.ts nothing else creates the owner. An unavailable database must not prevent
    // the start.
    const service = createService(readEnv());
    new OwnRequests(null, fetch);
    warnOfVariables();
    await Promise.all([service.startWork(), ensureFirstOwner(service.config).catch(() => {})]);
  }
}
