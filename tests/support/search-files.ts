import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The files below `folder` that contain `secret`, raw, in hexadecimal or in either base64 alphabet.
 */
export function findSecret(folder: string, secret: Buffer): string[] {
  const hex = secret.toString("hex");
  // The last base64 characters depend on the bytes that follow.
  const texts = [
    hex,
    hex.toUpperCase(),
    secret.toString("base64").slice(0, -2),
    secret.toString("base64url").slice(0, -1),
  ];
  const needles = [secret, ...texts.map((text) => Buffer.from(text))];
  return listFiles(folder).filter((path) => {
    // A file may disappear during the search.
    const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    return needles.some((needle) => content.includes(needle));
  });
}

/** All files below a folder. Symlinks to folders are followed. */
export function listFiles(folder: string): string[] {
  return readdirSync(realpathSync(folder)).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return [];
    return found.isDirectory() ? listFiles(path) : [path];
  });
}
