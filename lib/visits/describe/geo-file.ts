import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** A file of all cities is about 130 MB. */
const mostBytes = 2 ** 30;
/** The metadata stands in the last 128 KB (MaxMind DB file format, Database metadata). */
export const tailBytes = 128 * 1024;

/** Opens the file while `use` runs. Refuses what is not a file or is larger than 1 GB. */
export async function withGeoFile<T>(
  path: string,
  use: (file: FileHandle, stats: Stats) => Promise<T>,
): Promise<T> {
  // Opening a named pipe would wait for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error("not a regular file");
    if (stats.size > mostBytes) throw new Error("larger than 1 GB");
    return await use(file, stats);
  } finally {
    await file.close();
  }
}
