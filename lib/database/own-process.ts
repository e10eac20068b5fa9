import { readFileSync } from "node:fs";

/**
 * Identifies this process uniquely: its pid and, where the system reports it, its start time. The
 * system may reuse a pid alone.
 */
export function ownProcess(): string {
  return processName(process.pid);
}

export function processName(pid: number): string {
  return `${pid}-${startTicksOf(pid)}`;
}

export function isProcessRunning(name: unknown): boolean {
  if (typeof name !== "string") return false;
  const pid = Number(name.split("-", 1)[0]);
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return processName(pid) === name;
}

/**
 * Field 22 of /proc/<pid>/stat (proc(5)), after the name, which may contain spaces. "0" without
 * /proc, and "zombie" for a process that has ended.
 */
function startTicksOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "zombie" : (fields[19] ?? "0");
  } catch {
    return "0";
  }
}
