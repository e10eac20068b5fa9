import { readFileSync } from "node:fs";

/**
 * Whether the process runs. A zombie, ended but not yet reaped by its parent, does not (proc(5)).
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    // The process has ended meanwhile, or the system has no /proc.
    return process.platform !== "linux";
  }
}
