import { log } from "../config/log";
import { ProcessWide } from "../config/process-wide";
import { database } from "../database/client";
import type { KnownApiToken } from "./known-api-tokens";

/** "Last used" is that exact, so that a busy token costs one small write a minute. */
const exactnessMs = 60_000;

/** When this process last wrote the use of each token, in milliseconds. */
const written = new ProcessWide("api-token-uses", () => new Map<string, number>());

/** Remembers that a token was used. Nobody waits for it, and a failure is only told. */
export function noteApiTokenUse({ id, lastUsedAt }: KnownApiToken, now: Date): void {
  const uses = written.get();
  const last = Math.max(uses.get(id) ?? 0, lastUsedAt?.getTime() ?? 0);
  if (now.getTime() - last < exactnessMs) return;
  uses.set(id, now.getTime());
  database()
    .apiToken.updateMany({ where: { id }, data: { lastUsedAt: now } })
    .catch((error: Error) => log().warn({ reason: error.message }, "could not note the use of an API token"));
}
