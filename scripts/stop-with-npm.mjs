const parent = process.ppid;

/**
 * Stops this process gracefully if the npm that runs it was killed with SIGKILL and could not
 * forward a signal. Other signals arrive through npm because the scripts in package.json start with
 * `exec`; otherwise npm would signal only a shell. Windows has no `exec` and runs the command after
 * `||`.
 */
export function stopWithNpm() {
  // Started in another way, for example in the background of a script, this process may outlive its
  // parent.
  if (!["start", "dev", "demo", "npx"].includes(process.env.npm_lifecycle_event ?? "")) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}
