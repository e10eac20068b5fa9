// Run: all
import { beforeEach, expect, it } from "vitest";
import { makeApiToken } from "@/lib/owners/api-tokens";
import { isFirstUse, runOnce } from "@/lib/owners/run-once";
import { hashSecret } from "@/lib/owners/secret-hash";
import { deleteOld } from "@/lib/service/retention";
import { createShare, revokeShare } from "@/lib/shares/shares";
import { inviteOwner } from "@/lib/sign-in/invites";
import { useOwnDatabase } from "../support/own-database";
import { person } from "../support/person";

const own = useOwnDatabase();
const now = new Date();
const ada = { owner: { id: "ada", role: "owner" as const }, by: person("ada") };
const script = { name: "script", role: "editor" as const, expiresInDays: 7 };

beforeEach(async () => {
  await own.query(`DELETE FROM "Owner"`);
  await own.query(`DELETE FROM "AuditEvent"`);
  await own.query(`DELETE FROM "IdempotencyKey"`);
  await own.query(
    `INSERT INTO "Owner" ("id", "name", "email", "createdAt", "updatedAt") VALUES ('ada', 'Ada', 'ada@example.com', now(), now())`,
  );
});
const hashesIn = async (table: string) =>
  (await own.query(`SELECT "hash" FROM "${table}"`)).rows.map(({ hash }) => hash as Buffer);
const events = async () =>
  (await own.query(`SELECT "event" FROM "AuditEvent"`)).rows.map(({ event }) => event);

it("a token is made once for an attempt, and what is shown last is what works", async () => {
  const made = [];
  for (let time = 0; time < 3; time++) made.push(await makeApiToken(ada, script, now, "attempt"));
  const [first, , last] = made;
  expect(last?.id).toBe(first?.id);
  expect(last?.token).not.toBe(first?.token);
  expect(await hashesIn("ApiToken")).toEqual([Buffer.from(hashSecret(last?.token ?? ""))]);
  expect(await events()).toEqual(["token-created"]);
  const { rows } = await own.query(`SELECT "answer"::text FROM "IdempotencyKey"`);
  for (const { token } of made) expect(JSON.stringify(rows)).not.toContain(token);
  await expect(makeApiToken(ada, { ...script, name: "x" }, now, "attempt")).rejects.toMatchObject({
    code: "idempotency_key_reused",
  });
  await makeApiToken(ada, script, now, "another attempt");
  expect(await hashesIn("ApiToken")).toHaveLength(2);
  // One that was revoked meanwhile stays revoked.
  await own.query(`UPDATE "ApiToken" SET "revokedAt" = now()`);
  await makeApiToken(ada, script, now, "attempt");
  expect(await hashesIn("ApiToken")).toHaveLength(3);
});

it("an invitation is made once for an attempt, and only the last link opens it", async () => {
  const invitation = { invitedById: "ada", email: null, role: "reader" as const };
  const invite = () => inviteOwner(invitation, ada.by, now, "attempt");
  const made = await Promise.all([invite(), invite()]);
  const last = await invite();
  expect(new Set([...made, last].map(({ secret }) => secret)).size).toBe(3);
  expect(await hashesIn("OwnerInvite")).toEqual([Buffer.from(hashSecret(last.secret))]);
  expect(await events()).toEqual(["person-invited"]);
});

it("a share page is made once for an attempt, and only the last address opens it", async () => {
  const make = (passwordHash: string | null = null, key = "attempt") =>
    createShare(
      ada.by,
      { campaign: "spring", days: 30, passwordHash },
      "ada",
      now,
      "https://go.example.com",
      key,
    );
  const made = await Promise.all([make(), make()]);
  const last = await make();
  expect(new Set([...made, last].map(({ id }) => id)).size).toBe(1);
  expect(new Set([...made, last].map(({ url }) => url)).size).toBe(3);
  expect(await hashesIn("Share")).toEqual([Buffer.from(hashSecret(last.url.slice(-22)))]);
  expect(await events()).toEqual(["share-created"]);
  await expect(make("hash")).rejects.toMatchObject({ code: "idempotency_key_reused" });
  // One that was revoked meanwhile stays revoked.
  await revokeShare(ada.by, last.id, now);
  expect((await make()).id).not.toBe(last.id);
  await make("hash", "another attempt");
  expect(await hashesIn("Share")).toHaveLength(2);
});

it("a key is kept for 24 hours by the clock of the database, however far ahead an instance is", async () => {
  const ahead = new Date(Date.now() + 600_000);
  const isRepeated = async () => {
    const once = { tokenId: "API_TOKEN", key: "key", request: "request" };
    await deleteOld("IdempotencyKey", ahead);
    return (await runOnce(once, ahead, async () => ({}))).isRepeated;
  };
  const age = (interval: string) =>
    own.query(`UPDATE "IdempotencyKey" SET "createdAt" = now() - $1::interval`, [interval]);
  expect(await isRepeated()).toBe(false);
  await age("23 hours 55 minutes");
  expect(await isRepeated()).toBe(true);
  await age("24 hours 1 minute");
  expect(await isRepeated()).toBe(false);
  await isFirstUse("test", "secret", ahead);
  const { rows } = await own.query(
    `SELECT max("createdAt") <= now() AS "arePast" FROM "IdempotencyKey"`,
  );
  expect(rows).toEqual([{ arePast: true }]);
});
