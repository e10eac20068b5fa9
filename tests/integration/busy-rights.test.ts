// Run: all
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import {
  asWriteRequest,
  type Confirm,
  inTransaction,
  type Writer,
} from "@/lib/database/in-transaction";
import { revokeApiToken } from "@/lib/owners/api-tokens";
import { changeRole } from "@/lib/owners/change-role";
import { removeOwner } from "@/lib/owners/owners";
import { sessionRights, tokenRights } from "@/lib/owners/rights";
import { endOtherSessions } from "@/lib/owners/sessions";
import { admitPerson } from "@/lib/sign-in/oidc/admit-person";
import { useOwnDatabase } from "../support/own-database";
import { person } from "../support/person";

const own = useOwnDatabase({ DATABASE_OWNER_CONNECTIONS: "9" });
const now = () => new Date();
const token = randomUUID();
const ada = { owner: { id: "ada", role: "owner" as const }, by: person("ada") };
const ofToken = tokenRights({ tokenId: token, name: "script", role: "editor" }, "editor");
const ofSession = sessionRights({ id: "mara-session" }, "editor");

beforeEach(async () => {
  await own.query(`DELETE FROM "Owner"`);
  for (const [id, role] of [
    ["ada", "owner"],
    ["mara", "editor"],
  ])
    await own.query(
      `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt") VALUES ($1, $1, $1 || '@example.com', $2, now(), now())`,
      [id, role],
    );
  await own.query(
    `INSERT INTO "OwnerSession" ("id", "token", "ownerId", "expiresAt", "createdAt", "updatedAt") VALUES ('mara-session', 'x', 'mara', now() + interval '1 day', now(), now())`,
  );
  await own.query(
    `INSERT INTO "ApiToken" ("id", "name", "hash", "prefix", "lastFour", "canWrite", "role", "ownerId", "createdAt") VALUES ($1, 'script', '\\x0a', '', '', true, 'editor', 'mara', now())`,
    [token],
  );
});

const write = (right: Confirm, work: (writer: Writer) => Promise<unknown>) =>
  asWriteRequest(right, () => inTransaction(work));

/** Some transaction of the right is always under way. Each ends once the right has. */
function keepWriting(right: Confirm): Promise<unknown>[] {
  return Array.from({ length: 5 }, async (_, index) => {
    await sleep(index * 20);
    for (;;) await write(right, () => sleep(100));
  });
}

const ways: Record<string, { right: Confirm; end: () => Promise<unknown> }> = {
  "a token is revoked": { right: ofToken, end: () => revokeApiToken(ada, token, now()) },
  "whoever made the token is removed": {
    right: ofToken,
    end: () => removeOwner(ada.by, "mara", now()),
  },
  "a person becomes a reader": {
    right: ofSession,
    end: () => changeRole(ada.by, "mara", "reader", now()),
  },
  "a session is ended": {
    right: ofSession,
    end: () => endOtherSessions(person("mara"), null, now()),
  },
};

it.each(Object.entries(ways))("ends a right that is used without a pause: %s", async (_, way) => {
  const writing = keepWriting(way.right);
  const ended = Promise.allSettled(writing);
  await sleep(300);
  // Without its turn it waits for 4 s, and is refused.
  await way.end();
  for (const outcome of await ended)
    expect(outcome).toMatchObject({
      reason: { code: expect.stringMatching(/^(unauthorized|forbidden)$/) },
    });
});

it.each([
  ["a session", ofSession],
  ["a token", ofToken],
])("ends what %s makes while single sign-on connects its person", async (_, right) => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const made = write(right, async (writer) => {
    begin();
    await sleep(300);
    const data = { id: randomUUID(), hash: new Uint8Array([1]), ownerId: "mara", campaign: "x" };
    await writer.share.create({ data: { ...data, csv: false, createdAt: now() } });
  });
  await begun;
  await admitPerson({
    identity: {
      issuer: "https://id.example",
      subject: "1",
      email: "mara@example.com",
      name: "Mara",
      groups: [],
      groupsProblem: null,
    },
    settings: {
      issuer: "https://id.example",
      clientId: "",
      clientSecret: "",
      name: "Company",
      allowed: [],
      groupsClaim: "groups",
      groups: { owner: undefined, editor: undefined, reader: undefined },
      policy: null,
      fingerprint: null,
      redirectUri: "",
    },
    invite: undefined,
    headers: new Headers(),
    now: now(),
  });
  await made;
  expect((await own.query(`SELECT FROM "Share"`)).rowCount).toBe(0);
  await expect(write(right, async () => {})).rejects.toMatchObject({ code: "unauthorized" });
});
