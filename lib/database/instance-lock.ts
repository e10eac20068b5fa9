import {
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { english } from "../texts/say";
import { copyRemedy } from "./copied-folder";
import { isProcessRunning, ownProcess } from "./own-process";

interface Holder {
  pid: number;
  process: string;
  /** Null until the server listens. */
  address: string | null;
  /** Where it runs. Earlier versions do not write it. */
  folder?: Folder;
}

/** `id`: the same for every path to it, and another one for a copy. */
interface Folder {
  path: string;
  id: string;
}

function folderAt(path: string): Folder {
  const { dev, ino } = statSync(path, { bigint: true });
  return { path: realpathSync(path), id: `${dev}-${ino}` };
}

interface InstanceLock {
  announce: (address: string) => void;
  release: () => void;
}

/** The data folder was copied while a server ran in the original. */
export class CopiedFolderError extends Error {
  override readonly name = "CopiedFolderError";
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
  const folder = folderAt(dataDir);
  const mine: Holder = { pid: process.pid, process: ownProcess(), address: null, folder };
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
      const { pid, address, folder: other } = holder;
      if (other && other.id !== folder.id)
        throw new CopiedFolderError(
          english("folderCopied", {
            folder: folder.path,
            original: other.path,
            process: pid,
            address: address ?? english("stillStarting"),
            remedy: copyRemedy(other.path, [file]),
          }),
        );
      throw new InstanceRunningError(
        english("alreadyRunning", { process: pid, address: address ?? english("stillStarting") }),
        address,
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
