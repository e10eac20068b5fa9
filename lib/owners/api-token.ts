import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "../config/env";
import { ProcessWide } from "../config/process-wide";

const token = new ProcessWide("api-token", () => env().API_TOKEN ?? keptToken(env().DATA_DIR));

/** The token of the JSON API: API_TOKEN, else the one kept in the data folder, made on first use. */
export function apiToken(): string {
  return token.get();
}

/** Where a token that we made is kept. */
export function apiTokenFile(dataDir: string): string {
  return join(dataDir, "api-token");
}

function keptToken(dataDir: string): string {
  const file = apiTokenFile(dataDir);
  mkdirSync(dataDir, { recursive: true });
  try {
    // Two processes may start at once: the flag lets one write, and both read what was written.
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
