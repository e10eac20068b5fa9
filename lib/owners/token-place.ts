import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { isatty } from "node:tty";
import { env } from "../config/env";
import { apiTokenFile } from "./api-access";

/**
 * Where the person who runs this server finds its API token: the terminal shows a link with it, a
 * log never does. `command`: shows what is in the file.
 */
export type TokenPlace =
  | { kind: "terminal" }
  | { kind: "variable" }
  | { kind: "file"; path: string; command: string };

export function tokenPlace(isTerminal = isatty(1)): TokenPlace {
  const { API_TOKEN, DATA_DIR } = env();
  if (isTerminal) return { kind: "terminal" };
  if (API_TOKEN !== undefined) return { kind: "variable" };
  return { kind: "file", path: apiTokenFile(DATA_DIR), command: tokenCommand(DATA_DIR) };
}

/** The command that shows the token to whoever runs the server, also if it runs in a container. */
export function tokenCommand(dataDir: string, container = containerName()): string {
  const show = `cat ${quote(apiTokenFile(dataDir))}`;
  return container === null ? show : `docker exec ${container} ${show}`;
}

/**
 * What Docker calls the container of which this is the first process, as in our image. Whoever
 * started it from a shell in a container reads the file there.
 */
export function containerName(): string | null {
  return process.pid === 1 && existsSync("/.dockerenv") ? hostname() : null;
}

/** Quotes text as one word for a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
