import { statfs } from "node:fs/promises";
import { env } from "../config/env";

/** Free bytes for this process on the disk of DATA_DIR; null if unknown. */
export async function freeDiskBytes(): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(env().DATA_DIR);
    return bavail * bsize;
  } catch {
    return null;
  }
}
