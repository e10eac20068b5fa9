import { createHmac, randomBytes } from "node:crypto";
import { ProcessWide } from "../config/process-wide";
import { database } from "../database/client";
import { apiToken } from "./api-access";

const name = "sessions";
const secret = new ProcessWide<{ value: Promise<string> | null }>("session-secret", () => ({ value: null }));

/**
 * The key that signs session cookies, the same on every instance. It takes both the API token and 32 bytes kept in the
 * database: a dump of the database does not let anyone sign in, and a cookie tells nothing of the token.
 */
export function sessionSecret(): Promise<string> {
  const held = secret.get();
  held.value ??= derive().catch((error: unknown) => {
    held.value = null;
    throw error;
  });
  return held.value;
}

/** Instances may race to make it: the first insert wins, and the no-op update reads it back. */
async function derive(): Promise<string> {
  const [row] = await database().$queryRaw<{ value: Uint8Array }[]>`
    INSERT INTO "ServerSecret" ("name", "value") VALUES (${name}, ${randomBytes(32)})
    ON CONFLICT ("name") DO UPDATE SET "value" = "ServerSecret"."value" RETURNING "value"`;
  if (!row) throw new Error("the database returned no secret");
  return createHmac("sha256", row.value).update(apiToken()).digest("base64url");
}
