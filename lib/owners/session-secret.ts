import { createHmac, randomBytes } from "node:crypto";
import { running } from "../config/running";
import { database } from "../database/client";
import { apiToken } from "./api-access";

const name = "sessions";

/**
 * The key that signs session cookies, shared by all instances. It is derived from the API token and
 * 32 bytes in the database: a database dump alone cannot forge a session, and a cookie reveals
 * nothing about the token.
 */
export function sessionSecret(): Promise<string> {
  const held = running().owners;
  held.sessionSecret ??= derive().catch((error: unknown) => {
    held.sessionSecret = null;
    throw error;
  });
  return held.sessionSecret;
}

/** Instances may race to create it: the first insert wins, and the no-op update reads it back. */
async function derive(): Promise<string> {
  const [row] = await database().$queryRaw<{ value: Uint8Array }[]>`
    INSERT INTO "ServerSecret" ("name", "value") VALUES (${name}, ${randomBytes(32)})
    ON CONFLICT ("name") DO UPDATE SET "value" = "ServerSecret"."value" RETURNING "value"`;
  if (!row) throw new Error("the database returned no secret");
  return createHmac("sha256", row.value).update(apiToken()).digest("base64url");
}
