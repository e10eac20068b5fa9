import { join } from "node:path";

/**
 * A file that belongs to Slugline itself. The commands of a package run in the operator's folder
 * (`scripts/project.mjs`).
 */
export function ownFile(path: string): string {
  return join(process.env.SLUGLINE_FOLDER ?? ".", path);
}
