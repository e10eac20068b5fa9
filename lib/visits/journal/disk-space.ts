import { statfs } from "node:fs/promises";
import { english } from "../../texts/say";
import { ownPart } from "../own-part";

const megabyte = 1024 * 1024;
/** Too little for the journal of even a short outage. */
export const fullDiskBytes = 16 * megabyte;

/** Free bytes for this process on the disk of DATA_DIR; null if unknown. */
export async function freeDiskBytes(): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(ownPart().config.DATA_DIR);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** As a write would say it; null if the journal has room for a short outage, or it is unknown. */
export function fullDiskError(free: number | null): Error | null {
  if (free === null || free >= fullDiskBytes) return null;
  const message = english("megabytesFree", { size: Math.floor(free / megabyte) });
  return Object.assign(new Error(message), { code: "ENOSPC" });
}
