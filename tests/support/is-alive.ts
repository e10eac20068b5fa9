import { readFileSync } from "node:fs";

/** Whether the process runs. A zombie, ended but not yet collected by its parent, does not (proc(5)). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    // Gone meanwhile, or a system without /proc.
    return process.platform !== "linux";
  }
}
