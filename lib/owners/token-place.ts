import { isatty } from "node:tty";
import { env } from "../config/env";
import { apiTokenFile } from "./api-access";

/**
 * Where the person who runs this server finds its API token: the terminal shows a link with it, a
 * log never does.
 */
export type TokenPlace =
  | { kind: "terminal" }
  | { kind: "variable" }
  | { kind: "file"; path: string };

export function tokenPlace(isTerminal = isatty(1)): TokenPlace {
  const { API_TOKEN, DATA_DIR } = env();
  if (isTerminal) return { kind: "terminal" };
  return API_TOKEN === undefined
    ? { kind: "file", path: apiTokenFile(DATA_DIR) }
    : { kind: "variable" };
}
