import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { isatty } from "node:tty";
import type { Env } from "../config/env";
import { quote } from "../core/shell";
import { apiTokenFile } from "./api-access";

/**
 * Where the person who runs this server finds its API token: the terminal shows a link with it, a
 * log never does. `command`: shows what is in the file.
 */
export type TokenPlace =
  | { kind: "terminal" }
  | { kind: "variable" }
  | { kind: "file"; path: string; command: string };

export function tokenPlace(
  { API_TOKEN, DATA_DIR }: Pick<Env, "API_TOKEN" | "DATA_DIR">,
  isTerminal = isatty(1),
): TokenPlace {
  if (isTerminal) return { kind: "terminal" };
  if (API_TOKEN !== undefined) return { kind: "variable" };
  return { kind: "file", path: apiTokenFile(DATA_DIR), command: tokenCommand(DATA_DIR) };
}

/** The command that shows the token to whoever runs the server, also if it runs in a container. */
export function tokenCommand(dataDir: string, container = containerOf(dataDir)): string {
  const show = `cat ${quote(apiTokenFile(dataDir))}`;
  return container === null ? show : `docker exec ${container} ${show}`;
}

/** Of the image. */
const imageFolder = "/data";

/**
 * The container's host name, which `docker exec` takes, if the data are where the image keeps them;
 * else null: whoever started the server from a shell in a container reads the file there.
 */
export function containerOf(dataDir: string): string | null {
  return dataDir === imageFolder && existsSync("/.dockerenv") ? hostname() : null;
}
