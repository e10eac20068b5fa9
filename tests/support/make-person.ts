import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Role } from "@/lib/core/access";
import type { Service } from "./service";

/** Somebody with a session and an API token, as signing in and the settings make them. */
export interface MadePerson {
  id: string;
  token: string;
  tokenId: string;
  sessionId: string;
  /** The header of a browser that is signed in. */
  cookie: string;
}

/** Writes past the server, which hashes no password for it. Wait 900 ms before the token is used. */
export async function makePerson(
  { sql, server }: Pick<Service, "sql" | "server">,
  role: Role = "owner",
  { writesByMcp = false } = {},
): Promise<MadePerson> {
  const [id, tokenId, sessionId] = [randomUUID(), randomUUID(), randomUUID()];
  const token = `slg_${randomBytes(32).toString("base64url")}`;
  const session = randomBytes(24).toString("base64url");
  await sql(
    `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt") VALUES ($1, 'Made', $1 || '@example.com', $2, now(), now())`,
    [id, role],
  );
  await sql(
    `INSERT INTO "ApiToken" ("id", "name", "hash", "prefix", "lastFour", "canWrite", "role", "ownerId", "createdAt", "writesByMcp")
     VALUES ($1, 'made', $2, 'slg_', $3, true, $4, $5, now(), $6)`,
    [tokenId, createHash("sha256").update(token).digest(), token.slice(-4), role, id, writesByMcp],
  );
  await sql(
    `INSERT INTO "OwnerSession" ("id", "token", "ownerId", "expiresAt", "createdAt", "updatedAt") VALUES ($1, $2, $3, now() + interval '1 day', now(), now())`,
    [sessionId, session, id],
  );
  const [row] = await sql<{ value: Buffer }>(
    `INSERT INTO "ServerSecret" ("name", "value") VALUES ('sessions', $1)
     ON CONFLICT ("name") DO UPDATE SET "value" = "ServerSecret"."value" RETURNING "value"`,
    [randomBytes(32)],
  );
  const key = createHmac("sha256", row?.value ?? "")
    .update(server.token)
    .digest("base64url");
  const signature = createHmac("sha256", key).update(session).digest("base64");
  const cookie = `slugline.session=${encodeURIComponent(`${session}.${signature}`)}`;
  return { id, token, tokenId, sessionId, cookie };
}
