import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A temporary data folder for an embedded Postgres. Remove it with `removePostgresFolder` once that
 * has stopped. If this process ends before, because it was killed or interrupted, the Postgres is
 * ended and the folder removed.
 */
export function makePostgresFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `slugline-${name}-`));
  // As root, Postgres runs as another user, who must be able to enter.
  chmodSync(folder, 0o711);
  watcher ??= startWatcher();
  watcher.stdin?.write(`${folder}\n`);
  return folder;
}

export function removePostgresFolder(folder: string): void {
  const place = join(folder, "postgres");
  // As root, it may be a link to the files.
  if (existsSync(place)) rmSync(realpathSync(place), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

let watcher: ChildProcess | undefined;

/** Its input ends with this process. An interrupt of the terminal does not reach it. */
function startWatcher(): ChildProcess {
  const child = spawn(process.execPath, ["tests/support/end-left-postgres.mjs"], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
  (child.stdin as Socket).unref();
  return child;
}
