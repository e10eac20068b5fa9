// Run: all
import { beforeAll, expect, it } from "vitest";
import { deleteOld, retentionTables } from "@/lib/service/retention";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const id = "00000000-0000-4000-8000-000000000000";
const ago = (interval: string) => `now() - interval '${interval}'`;
const [kept, gone] = [ago("-1 minute"), ago("1 minute")];
const dayAgo = (days: number) => `(now() AT TIME ZONE 'UTC')::date - ${days}`;
const bytes = "uuid_send(gen_random_uuid())";
const text = "gen_random_uuid()::text";
/** The import that was made so long ago. */
const importOf = (interval: string) => `md5('${interval}')::uuid`;

interface Sample {
  /** The values of a row by column, but for the one that the rule is about. */
  row: Record<string, string>;
  column: string;
  kept: string;
  gone: string;
}

const sample = (
  column: string,
  kept: string,
  gone: string,
  row: Record<string, string>,
): Sample => ({ row, column, kept, gone });

const token = { id: "gen_random_uuid()", name: "''", hash: bytes, prefix: "''", lastFour: "''" };
const made = { createdAt: "now()" };

/** `elsewhere`: where the rest of what such rows are for is tested. */
const samples: { [Table in (typeof retentionTables)[number]]: Sample[] | "elsewhere" } = {
  ApiToken: ["revokedAt", "expiresAt"].map((column) =>
    sample(column, ago("29 days"), ago("31 days"), { ...token, canWrite: "true", ...made }),
  ),
  AuditEvent: [
    sample("at", ago("399 days"), ago("401 days"), { id: "gen_random_uuid()", event: "''" }),
  ],
  DailySaltFingerprint: [sample("day", dayAgo(0), dayAgo(2), { fingerprint: bytes })],
  DailySaltRequest: [sample("day", dayAgo(0), dayAgo(2), { publicKey: bytes })],
  DeletedSlug: "elsewhere",
  Delivery: "elsewhere",
  DroppedMessage: [
    sample("at", ago("29 days"), ago("31 days"), { receiverId: `'${id}'`, type: "''", count: "1" }),
    sample("receiverId", `'${id}'`, "gen_random_uuid()", { type: "''", count: "1" }),
  ],
  GuessLimit: [sample("expire", kept, gone, { key: text, points: "1" })],
  IdempotencyKey: [
    sample("createdAt", ago("23 hours"), ago("25 hours"), {
      ...{ tokenId: "''", key: text, request: bytes },
    }),
  ],
  Job: [
    sample("createdAt", ago("23 hours"), ago("25 hours"), {
      ...{ id: text, by: "''", sessionId: "''", command: "''", input: "'{}'", total: "0" },
      claimedUntil: "now()",
    }),
  ],
  ImportedLink: [
    sample("importId", importOf("59 minutes"), importOf("61 minutes"), {
      ...{ linkId: "(random() * 1e9)::int", updatedAt: "now()" },
    }),
  ],
  LinkImport: [
    sample("createdAt", ago("23 hours"), ago("25 hours"), {
      id: "gen_random_uuid()",
      source: "''",
    }),
  ],
  MessageMark: [
    sample("day", dayAgo(3), dayAgo(4), { receiverId: `'${id}'`, type: "''", linkId: "1" }),
  ],
  MissedSlug: "elsewhere",
  OwnerInvite: [sample("expiresAt", kept, gone, { hash: bytes, ...made })],
  OwnerSession: [
    sample("expiresAt", kept, gone, {
      ...{ id: text, token: text, ownerId: "'ann'", ...made, updatedAt: "now()" },
    }),
  ],
  PasswordReset: [sample("expiresAt", kept, gone, { ownerId: text, hash: bytes, ...made })],
  RecordedBatch: "elsewhere",
  Replacement: [
    sample("at", ago("59 minutes"), ago("61 minutes"), {
      ...{ id: "gen_random_uuid()", find: "''", replace: "''", linkIds: "'{}'" },
    }),
  ],
};

beforeAll(async () => {
  await database.query(
    `INSERT INTO "Receiver" ("id", "name", "kind", "url", "events", "secret", "createdAt", "updatedAt")
     VALUES ('${id}', 'r', 'webhook', 'https://example.com/', '{}', '', now(), now())`,
  );
  for (const age of ["59 minutes", "61 minutes"])
    await database.query(
      `INSERT INTO "LinkImport" ("id", "source", "createdAt") VALUES (${importOf(age)}, '', ${ago(age)})`,
    );
});

it.each(
  retentionTables.flatMap((table) =>
    [samples[table]]
      .flat()
      .flatMap((rule) =>
        rule === "elsewhere" ? [] : [{ table, ...rule, name: `${table}.${rule.column}` }],
      ),
  ),
)("$name decides which rows are deleted", async ({ table, column, row, kept, gone }) => {
  const columns = [...Object.keys(row), column].map((name) => `"${name}"`).join();
  const insert = (value: string) =>
    database.inTransaction(async (query) => {
      // Without the rows that foreign keys ask for.
      await query("SET LOCAL session_replication_role = replica");
      const values = [...Object.values(row), value].join();
      await query(`INSERT INTO "${table}" (${columns}) VALUES (${values})`);
    });
  const count = async () => (await database.query(`SELECT FROM "${table}"`)).rowCount;
  await database.query(`DELETE FROM "${table}"`);
  await insert(kept);
  await deleteOld(table, new Date());
  expect(await count()).toBe(1);
  await insert(gone);
  await deleteOld(table, new Date());
  expect(await count()).toBe(1);
});
