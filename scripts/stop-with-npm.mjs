const parent = process.ppid;

/**
 * Stops this process gracefully when the npm that runs it was killed with SIGKILL and so could not pass a signal on. Other signals
 * reach it through npm, because the scripts in package.json start with `exec`: without it npm would signal a shell that
 * ends alone. Windows has no `exec` and runs what follows `||`.
 */
export function stopWithNpm() {
  // Started otherwise, in the background of a script say, this process may outlive its parent.
  if (!["start", "dev", "demo"].includes(process.env.npm_lifecycle_event ?? "")) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}
