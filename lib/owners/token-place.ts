import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { isatty } from "node:tty";
import type { Env } from "../config/env";
import { quote } from "../core/shell";
import { apiTokenFile } from "./api-access";

type TokenSettings = Pick<Env, "API_TOKEN" | "DATA_DIR">;

/**
 * Where the person who runs this server finds its API token: the terminal shows a link with it, a
 * log never does. `command`: shows what is in the file.
 */
export type TokenPlace =
  | { kind: "terminal" }
  | { kind: "variable" }
  | { kind: "file"; path: string; command: string };

export function tokenPlace(
  { API_TOKEN, DATA_DIR }: TokenSettings,
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

/**
 * The line that sets what samples and clients read. With the server's own token where its file is,
 * so that it works when it is pasted there; else with one that is made first.
 */
export function accessLine(config: TokenSettings & Pick<Env, "DASHBOARD_ORIGIN">): string {
  const place = tokenPlace(config, false);
  const token = place.kind === "file" ? `"$(${place.command})"` : "slg_... # Settings > API";
  return `export SLUGLINE_URL=${config.DASHBOARD_ORIGIN} SLUGLINE_TOKEN=${token}`;
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
