import { pathToFileURL } from "node:url";
import type { TestServer } from "./server";

/** The environment of a server whose password hashes are counted. */
export const countedHashes = {
  NODE_OPTIONS: `--import ${pathToFileURL("tests/support/counted-hashes.mjs").href}`,
};

export interface HashCount {
  started: number;
  running: number;
  mostAtOnce: number;
}

/** Blocks or releases the end of every password hash in the server, and returns the counts. */
export function holdHashes(
  { process: child }: TestServer,
  holdHashes: boolean,
): Promise<HashCount> {
  return new Promise((resolve) => {
    const listen = ({ hashes }: { hashes?: HashCount }): void => {
      if (!hashes) return;
      child.off("message", listen);
      resolve(hashes);
    };
    child.on("message", listen);
    child.send({ holdHashes });
  });
}
