import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "./service";

/** A token as the dashboard makes it; its text is in no column. */
export async function makeApiToken(
  { sql }: Pick<Service, "sql">,
  { canWrite = true, expiresAt = null as string | null } = {},
): Promise<{ id: string; token: string }> {
  const [id, token] = [randomUUID(), `slg_${randomBytes(32).toString("base64url")}`];
  await sql(
    `INSERT INTO "ApiToken" ("id", "name", "hash", "prefix", "lastFour", "canWrite", "createdAt", "expiresAt") VALUES ($1, 'test', $2, $3, $4, $5, now(), $6)`,
    [
      id,
      createHash("sha256").update(token).digest(),
      token.slice(0, 8),
      token.slice(-4),
      canWrite,
      expiresAt,
    ],
  );
  // Tokens made past the server are seen after the life of its list.
  await sleep(900);
  return { id, token };
}
