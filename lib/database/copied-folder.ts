import { readlinkSync, realpathSync } from "node:fs";
import { ownCommand } from "../config/own-command";
import { quote } from "../core/shell";
import { english } from "../texts/say";
import { isProcessRunning, processName } from "./own-process";

/** What to do with a copy whose files may be of different moments. `locks`: what marks it as in use. */
export function copyRemedy(original: string, locks: readonly string[]): string {
  return english("copiedFolderRemedy", {
    original,
    backup: ownCommand("npm run backup"),
    restore: ownCommand("npm run restore -- FILE"),
    files: locks.map(quote).join(" "),
  });
}

/**
 * Whom postmaster.pid names: "own" is the server of this cluster, "other" that of another one, and
 * "none" a process that has ended or is no Postgres of a cluster named there. "unknown" where the
 * system does not tell.
 */
type PidFileOwner = "own" | "other" | "none" | "unknown";

export function ownerOfPidFile(
  cluster: string,
  [pid = "", folder = ""]: readonly string[],
): PidFileOwner {
  if (!isProcessRunning(processName(Number(pid)))) return "none";
  try {
    // A server works in the folder of its cluster.
    const place = readlinkSync(`/proc/${pid}/cwd`);
    if (place === realpathSync(cluster)) return "own";
    return place === folder ? "other" : "none";
  } catch {
    return "unknown";
  }
}
