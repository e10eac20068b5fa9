import { readFileSync } from "node:fs";

/**
 * A name of this process that no later one bears: its pid and, where the system tells, when it started. A pid alone may
 * have been given out again.
 */
export function ownProcess(): string {
  return processName(process.pid);
}

/** The name of the process that has this pid now. */
export function processName(pid: number): string {
  return `${pid}-${startTicksOf(pid)}`;
}

/** Whether the process of that name still runs. */
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
 * Field 22 of /proc/<pid>/stat (proc(5)), counted behind the name, which may hold spaces; 0 where there is no /proc.
 * A zombie, killed but not yet collected by its parent, has none: it holds nothing any more.
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
