import { join } from "node:path";

/**
 * A file that belongs to Slugline itself. The commands of a package run in the operator's folder
 * (`scripts/project.mjs`).
 */
export function ownFile(path: string): string {
  // Otherwise Turbopack takes the whole project for files of the build: 80 MB more memory.
  return join(/* turbopackIgnore: true */ process.env.SLUGLINE_FOLDER ?? ".", path);
}

/** `npm run dev`: what is edited is read again. */
export const isDevelopment = process.env.NODE_ENV === "development";
