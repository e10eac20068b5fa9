import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isProcessRunning, ownProcess } from "./own-process";

interface Holder {
  pid: number;
  process: string;
  /** Null until the server listens. */
  address: string | null;
}

interface InstanceLock {
  announce: (address: string) => void;
  release: () => void;
}

export class InstanceRunningError extends Error {
  override readonly name = "InstanceRunningError";

  constructor(
    message: string,
    /** The base URL of the running server; null until it listens. */
    readonly address: string | null = null,
  ) {
    super(message);
  }
}

/**
 * Locks the data folder, or throws `InstanceRunningError` naming the server that holds it. A file
 * left by a killed server is replaced.
 */
export function lockInstance(dataDir: string): InstanceLock {
  const file = join(dataDir, "server.json");
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const mine: Holder = { pid: process.pid, process: ownProcess(), address: null };
  for (;;) {
    try {
      createWhole(file, JSON.stringify(mine));
      return {
        announce: (address) =>
          writeFileSync(file, JSON.stringify({ ...mine, address }), { mode: 0o600 }),
        release: () => rmSync(file, { force: true }),
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = readHolder(file);
    if (holder !== null && isProcessRunning(holder.process)) {
      throw new InstanceRunningError(
        `Slugline is already running from this folder: process ${holder.pid}, ${holder.address ?? "still starting"}.\nStop it first, or start another one with its own DATA_DIR and PORT.`,
        holder.address,
      );
    }
    rmSync(file, { force: true });
  }
}

/**
 * Creates the file atomically with its content. If two servers start at once, only one succeeds.
 */
function createWhole(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } finally {
    rmSync(draft);
  }
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder | null;
  } catch {
    return null;
  }
}
