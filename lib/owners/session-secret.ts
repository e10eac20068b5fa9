import { createHmac, randomBytes } from "node:crypto";
import { log } from "../config/log";
import { database } from "../database/client";
import { apiToken } from "./api-access";
import { ownPart } from "./own-part";
import { fingerprintOf } from "./sealed-secret";

const name = "sessions";
const fingerprintName = "API token";

/**
 * The key that signs session cookies, shared by all instances. It is derived from the API token and
 * 32 bytes in the database: a database dump alone cannot forge a session, and a cookie reveals
 * nothing about the token.
 */
export function sessionSecret(): Promise<string> {
  const held = ownPart();
  held.sessionSecret ??= derive().catch((error: unknown) => {
    held.sessionSecret = null;
    throw error;
  });
  return held.sessionSecret;
}

async function derive(): Promise<string> {
  const key = await storedValue(name, randomBytes(32));
  return createHmac("sha256", key).update(apiToken()).digest("base64url");
}

/** Instances may race to create it: the first insert wins, and the no-op update reads it back. */
async function storedValue(row: string, value: Uint8Array): Promise<Uint8Array> {
  const [stored] = await database().$queryRaw<{ value: Uint8Array }[]>`
    INSERT INTO "ServerSecret" ("name", "value") VALUES (${row}, ${value})
    ON CONFLICT ("name") DO UPDATE SET "value" = "ServerSecret"."value" RETURNING "value"`;
  if (!stored) throw new Error("the database returned no secret");
  return stored.value;
}

/**
 * Logs, once for all instances, that the API token is not that of the start before, with what ends
 * because of it. The stored fingerprint needs the slow hash of the token, so it is no faster to try
 * tokens on than what authenticator apps store.
 */
export async function noticeNewApiToken(): Promise<void> {
  const key = await storedValue(name, randomBytes(32));
  const fingerprint = fingerprintOf(Buffer.from(key).toString("base64url"));
  const before = await storedValue(fingerprintName, fingerprint);
  if (Buffer.compare(before, fingerprint) === 0) return;
  // Of instances that start together only one finds what all of them read.
  const replaced = await database().$executeRaw`
    UPDATE "ServerSecret" SET "value" = ${fingerprint} WHERE "name" = ${fingerprintName} AND "value" = ${before}`;
  if (replaced > 0)
    log().warn(
      "the API token is another one than at the last start: everybody signs in again, and authenticator apps must be set up again",
    );
}
