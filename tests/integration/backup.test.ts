// Run: all
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { hashPassword } from "better-auth/crypto";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { withBackupConnection } from "@/lib/backup/backup-connection";
import type { Header } from "@/lib/backup/backup-format";
import { listTables } from "@/lib/backup/backup-tables";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { rowRules } from "@/lib/backup/row-rules";
import { writeBackup } from "@/lib/backup/write-backup";
import { databaseUrl } from "@/lib/database/client";
import { migrate } from "@/lib/database/migrate";
import { recordClicks } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { seed } from "@/scripts/seed-traffic";
import { digestTables } from "../support/database-content";
import {
  createDatabase,
  databaseUrl as databaseUrlOf,
  dropDatabase,
  openPool,
} from "../support/databases";
import { inEnglish } from "../support/in-english";
import { createLink, updateLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

const passwordHash = await hashPassword("correct horse battery");
/** 32 bytes, as a column has them. */
const digest = (byte: string) => `\\x${byte.repeat(32)}`;

const leftOut = [
  "DailySalt",
  "DailySaltFingerprint",
  "DailySaltRequest",
  "Delivery",
  "DroppedMessage",
  "GuessLimit",
  "HostExpiry",
  "HostIcon",
  "IdempotencyKey",
  "ImportedLink",
  "Job",
  "JobPortion",
  "LateDay",
  "LateVisitor",
  "LinkImport",
  "Replacement",
  "MessageMark",
  "OwnerInvite",
  "OwnerSession",
  "PasswordReset",
  "ServerSecret",
];

const source = useOwnDatabase();
const folder = mkdtempSync(join(tmpdir(), "slugline-backup-"));
const file = join(folder, "made.backup");
const { adminUrl } = inject("postgres");
let name: string;
let url: string;
let target: pg.Pool;

const backUp = (path: string) =>
  withBackupConnection(databaseUrl(), (client) => writeBackup(client, path));
const restore = (path: string, to = url) =>
  withBackupConnection(to, (client) => restoreBackup(client, path), { isChanging: true });
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "not refused",
    (error: Error) => error.message,
  );
const contentOfTarget = () => digestTables(target.query.bind(target) as pg.Pool["query"]);

beforeAll(async () => {
  const pool = openPool(databaseUrl(), 3);
  await seed(pool, { links: 8, clicks: 4_000, days: 70 }, new Date());
  await pool.end();
  // What COPY has to escape, a change that a trigger noted, and a click that is not aggregated yet.
  const link = await createLink(
    {
      url: "https://example.com/",
      slug: "odd",
      title: "tab\t \\ \n\\.\n \\N 🦊 'quoted'",
      enabled: true,
      expiresAt: null,
      aliases: ["odd-too"],
    },
    new Date(),
  );
  await updateLink("odd", { url: "https://example.com/other" }, new Date());
  await recordClicks([
    makeClick(link.id, new Date()),
    makeClick(link.id, new Date("2019-03-04T05:06:07Z")),
  ]);
  await recordUncounted(uuidv7(), [
    { linkId: link.id, at: new Date(), kind: "unfurler", name: "Slack" },
  ]);
  // As a server lets in that lists these schemes in DESTINATION_SCHEMES.
  await source.query(
    `UPDATE "Link" SET "android" = 'myapp://open', "geo" = '{"DE": "mailto:mara@example.com"}' WHERE "slug" = 'odd'`,
  );
  await source.query(
    `INSERT INTO "ClickBatch" VALUES (1, 1, ARRAY[${link.id}], '{1}', '{0}', ARRAY[now()], ARRAY[now()])`,
  );
  await source.query(`INSERT INTO "ShortText" VALUES ('od', true, 1)`);
  await source.query(`INSERT INTO "HostExpiry" VALUES ('go.example', 'domain', NULL, now())`);
  await source.query(`INSERT INTO "AliasCount" VALUES ('odd-too', 0, 1, now())`);
  await source.query(
    `UPDATE "Link" SET "passwordHash" = $1, "domain" = 'go.example', "createdBy" = 'import:owner:o' WHERE "slug" = 'odd'`,
    [await hashPassword("open sesame")],
  );
  // The latest id belongs to a link that is gone.
  await source.query(
    `INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") VALUES ('gone', 'https://example.com/', now(), now())`,
  );
  await source.query(`DELETE FROM "Link" WHERE "slug" = 'gone'`);
  await source.query(
    `INSERT INTO "Owner" VALUES ('o', 'Olga', 'olga@example.com', now(), now(), 3)`,
  );
  await source.query(
    `INSERT INTO "OwnerAccount" VALUES ('a', 'o', 'credential', 'o', '${passwordHash}', now(), now())`,
  );
  await source.query(`UPDATE "Owner" SET "language" = 'de'`);
  await source.query(
    `INSERT INTO "OwnerSession" VALUES ('s', 'token-of-a-session', 'o', 'Firefox', now(), now(), now())`,
  );
  await source.query(`INSERT INTO "OwnerInvite" VALUES ('\\x01', 'o', now(), now())`);
  await source.query(`INSERT INTO "PasswordReset" VALUES ('o', '\\x02', now(), now())`);
  await source.query(`INSERT INTO "ServerSecret" VALUES ('sessions', '\\x03')`);
  await source.query(`INSERT INTO "DailySalt" VALUES (now(), '\\x04')`);
  await source.query(`INSERT INTO "DailySaltFingerprint" VALUES (now(), '\\x05')`);
  await source.query(`INSERT INTO "DailySaltRequest" VALUES ('\\x06', now(), '\\x07')`);
  await source.query(`INSERT INTO "GuessLimit" VALUES ('key', 1, now())`);
  await source.query(
    `INSERT INTO "IdempotencyKey" VALUES ('API_TOKEN', 'key', '\\x0a', '{}', now())`,
  );
  await source.query(`INSERT INTO "LinkImport" VALUES (gen_random_uuid(), 'csv', now())`);
  await source.query(
    `INSERT INTO "ImportedLink" SELECT l."id", i."id", now() FROM "Link" l, "LinkImport" i LIMIT 1`,
  );
  await source.query(
    `INSERT INTO "Tag" ("key", "name", "color", "createdAt") VALUES ('spring', 'Spring', 'teal', now())`,
  );
  await source.query(
    `INSERT INTO "LinkTag" SELECT l."id", t."id", l."createdAt" FROM "Link" l, "Tag" t`,
  );
  await source.query(
    `INSERT INTO "Replacement" VALUES (gen_random_uuid(), now(), 'owner:o', 'host', 'a.example', 'b.example', '{1}')`,
  );
  await source.query(
    `INSERT INTO "SavedView" VALUES (gen_random_uuid(), 'o', 'Sale', 'sale', '{"tag": ["Sale"]}', now(), now())`,
  );
  await source.query(`INSERT INTO "MissedSlug" VALUES (current_date, 'sprnig', 3, now())`);
  await source.query(`INSERT INTO "IgnoredSlug" VALUES ('wp-login', now())`);
  await source.query(
    `INSERT INTO "AuditEvent" ("id", "at", "event", "by") VALUES (gen_random_uuid(), now(), 'signed-in', 'Olga')`,
  );
  await source.query(
    `INSERT INTO "Receiver" ("name", "kind", "url", "events", "secret", "createdAt", "updatedAt") VALUES ('Chat', 'webhook', 'https://example.com/', '{link.created}', 'whsec_x', now(), now())`,
  );
  await source.query(
    `INSERT INTO "Share" ("id", "hash", "campaign", "linkIds", "cards", "days", "csv", "ownerId", "createdAt") VALUES (gen_random_uuid(), '${digest("0e")}', 'spring', '{}', '{links}', 30, false, 'o', now())`,
  );
  await source.query(`INSERT INTO "DeletedLink" VALUES (999)`);
  await source.query(`INSERT INTO "DismissedItem" VALUES ('o', 'key', now())`);
  await source.query(`INSERT INTO "HostIcon" ("host", "checkedAt") VALUES ('a.example', now())`);
  await source.query(`INSERT INTO "LateDay" VALUES (${link.id}, '2019-03-04', 1, now())`);
  await source.query(`INSERT INTO "LateVisitor" VALUES (${link.id}, '2019-03-04', '\\x0f', 1)`);
  await source.query(`INSERT INTO "LinkPlace" VALUES (${link.id}, 'mail', '', '', now())`);
  await source.query(`INSERT INTO "LinkPreview" ("linkId") VALUES (${link.id})`);
  await source.query(
    `INSERT INTO "RuleCheck" ("linkId", "destination", "url", "health", "checkedAt") VALUES (${link.id}, 'ios', 'https://example.com/', 'reachable', now())`,
  );
  await source.query(
    `INSERT INTO "SetAside" ("linkId", "id", "day", "visitor", "clicks", "setAt") VALUES (${link.id}, gen_random_uuid(), '2019-03-04', '\\x0f', 1, now())`,
  );
  await source.query(
    `INSERT INTO "SetAsideClick" ("createdAt", "batch", "linkId", "id", "visitor", "device", "browser", "os") VALUES ('2019-03-04', 1, ${link.id}, gen_random_uuid(), '\\x0f', 'Desktop', 'Firefox', 'Linux')`,
  );
  await source.query(
    `INSERT INTO "AuthenticatorApp" ("ownerId", "secret", "lastStep", "createdAt") VALUES ('o', '${digest("0b")}', 1, now())`,
  );
  await source.query(`INSERT INTO "RecoveryCode" VALUES ('o', '${digest("0c")}', now())`);
  await source.query(
    `INSERT INTO "Passkey" ("id", "ownerId", "publicKey", "counter", "transports", "name", "lastChallengeAt", "createdAt") VALUES ('p', 'o', '\\x0d', 0, '{}', 'Phone', now(), now())`,
  );
  await source.query(`INSERT INTO "SiteSetting" VALUES ('SITE_NAME', 'Acme')`);
  await source.query(
    `INSERT INTO "ApiToken" VALUES (gen_random_uuid(), 'ci', '${digest("08")}', 'slg_ab-c', 'last', true, 'o', now())`,
  );
  await backUp(file);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  name = await createDatabase(adminUrl);
  url = databaseUrlOf(adminUrl, name);
  target = openPool(url, 2);
});

afterEach(async () => {
  await target.end();
  await dropDatabase(adminUrl, name);
});

describe("a restored backup", () => {
  it("has every row, but no salts, sessions and links that work once", async () => {
    const { compared } = await restore(file);
    // Which it says itself.
    const note = `DELETE FROM "AuditEvent" WHERE "event" = 'restored' RETURNING "by", "detail"`;
    const detail = expect.stringMatching(/^Created \d{4}-\d\d-\d\dT/);
    expect(inEnglish((await target.query(note)).rows)).toEqual([{ by: "Command line", detail }]);
    const expected = await digestTables(source.query);
    const content = await contentOfTarget();
    for (const table of leftOut) expect([table, content[table]]).toEqual([table, "0 "]);
    for (const table of leftOut) delete expected[table];
    for (const [table, digest] of Object.entries(expected))
      expect([table, content[table]]).toEqual([table, digest]);
    // The check can fail: the source has rows of each.
    const empty = Object.entries(expected).filter(([, digest]) => digest === "0 ");
    expect(empty).toEqual([]);
    expect(compared).toContainEqual({ name: "Link rows", backup: "9", restored: "9" });
    expect(compared.find((line) => line.name === "LinkDay clicks")?.restored).toMatch(/^\d{4}$/);
    // Visits that no month's partition was made for lie in the default one, as before.
    const partitions = async (query: pg.Pool["query"]) =>
      (
        await query(
          `SELECT tableoid::regclass::text AS "table", count(*) FROM "Click" GROUP BY 1 ORDER BY 1`,
        )
      ).rows;
    expect(await partitions(target.query.bind(target) as pg.Pool["query"])).toEqual(
      await partitions(source.query),
    );
  });

  it("gives no id twice, and its triggers work again", async () => {
    await restore(file);
    const { rows: before } = await source.query<{ value: string }>(
      `SELECT last_value AS "value" FROM "Link_id_seq"`,
    );
    const { rows } = await target.query<{ id: number }>(
      `INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") VALUES ('next', 'https://example.com/', '2001-02-03', now()) RETURNING "id"`,
    );
    expect(rows[0]?.id).toBe(Number(before[0]?.value) + 1);
    expect(
      (await target.query(`SELECT "links" FROM "DayTotal" WHERE "day" = '2001-02-03'`)).rows,
    ).toEqual([{ links: "1" }]);
  });

  it("may go to a role that owns only its schema", async () => {
    await target.query(`CREATE ROLE ${name}_role LOGIN PASSWORD 'secret'`);
    try {
      await target.query(`CREATE EXTENSION pg_trgm`);
      await target.query(`CREATE SCHEMA AUTHORIZATION ${name}_role`);
      await target.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
      const address = new URL(url);
      Object.assign(address, { username: `${name}_role`, password: "secret" });
      const { compared } = await restore(file, address.href);
      expect(compared).toContainEqual({ name: "Link rows", backup: "9", restored: "9" });
    } finally {
      await target.query(`DROP OWNED BY ${name}_role`);
      await target.query(`DROP ROLE ${name}_role`);
    }
  });

  it("may go to a database that Slugline has set up and nobody has used", async () => {
    await migrate(url);
    await target.query(`INSERT INTO "ServerSecret" VALUES ('sessions', '\\x03')`);
    await target.query(
      `INSERT INTO "AuditEvent" ("id", "at", "event") VALUES (gen_random_uuid(), now(), 'sign-in-failed')`,
    );
    await restore(file);
    expect((await contentOfTarget()).Click).toBe((await digestTables(source.query)).Click);
  });
});

describe("restore refuses", () => {
  it("a database with rows", async () => {
    await migrate(url);
    await target.query(
      `INSERT INTO "Owner" VALUES ('x', 'Xenia', 'x@example.com', now(), now(), 0)`,
    );
    const before = await contentOfTarget();
    expect(await refusal(restore(file))).toMatch(
      /^This database is not empty \(it has rows in Owner\)\. Nothing was changed\. Set DATABASE_URL/,
    );
    expect(await contentOfTarget()).toEqual(before);
  });

  it("a backup with any changed, missing or added byte, before it changes anything", async () => {
    const whole = readFileSync(file);
    const damaged = join(folder, "damaged.backup");
    const places = [
      0,
      16,
      40,
      2_000,
      Math.floor(whole.length / 2),
      whole.length - 66,
      whole.length - 65,
      whole.length - 64,
      whole.length - 1,
    ];
    const variants = places.map((place) =>
      Buffer.from(whole).fill((whole[place] ?? 0) ^ 1, place, place + 1),
    );
    variants.push(
      ...[0, 10, 1_000, whole.length / 2, whole.length - 1].map((length) =>
        whole.subarray(0, length),
      ),
      Buffer.concat([whole, Buffer.of(10)]),
    );
    for (const variant of variants) {
      writeFileSync(damaged, variant);
      expect(await refusal(restore(damaged))).toMatch(
        /damaged or incomplete|is not a backup of Slugline|A newer version/,
      );
    }
    expect(await contentOfTarget()).toEqual({});
    // Control: the same bytes, undamaged.
    writeFileSync(damaged, whole);
    await restore(damaged);
  });

  it("a backup of a newer version, and files that are no backups", async () => {
    const [title = "", header = "", ...rest] = readFileSync(file, "latin1").split("\n");
    const newer = header.replace(/"migration":"\d+_\w+"/, '"migration":"29990101000000_newer"');
    const body = Buffer.from([title, newer, ...rest].join("\n").slice(0, -64), "latin1");
    const path = join(folder, "newer.backup");
    writeFileSync(
      path,
      Buffer.concat([body, Buffer.from(createHash("sha256").update(body).digest("hex"))]),
    );
    expect(await refusal(restore(path))).toMatch(
      /^A newer version of Slugline \(\d.*\) made .*newer\.backup\. Nothing was changed\./,
    );
    expect(await refusal(restore("package.json"))).toBe(
      "package.json is not a backup of Slugline.",
    );
    expect(await refusal(restore(join(folder, "none")))).toMatch(/cannot be read: ENOENT/);
  });

  /** The file with another header and other rows, and the checksum that belongs to them. */
  const tampered = (change: (header: Header, rows: string) => string): string => {
    const bytes = readFileSync(file);
    const start = bytes.indexOf("\n", bytes.indexOf("\n") + 1) + 1;
    const [title = "", json = ""] = bytes.toString("utf8", 0, start).split("\n");
    const header = JSON.parse(json) as Header;
    const rows = change(header, gunzipSync(bytes.subarray(start, -64)).toString("latin1"));
    const body = Buffer.concat([
      Buffer.from(`${title}\n${JSON.stringify(header)}\n`),
      gzipSync(Buffer.from(rows, "latin1")),
    ]);
    const path = join(folder, "tampered.backup");
    writeFileSync(
      path,
      Buffer.concat([body, Buffer.from(createHash("sha256").update(body).digest("hex"))]),
    );
    return path;
  };
  const foreign =
    (name: string, columns: string[], row: string) => (header: Header, rows: string) => {
      header.tables.push({ name, columns, rows: "1", sums: {} });
      const named = columns.map((column) => `"${column}"`).join(", ");
      return `${rows}COPY "${name}" (${named}) FROM stdin;\n${row}\n\\.\n`;
    };

  it.each<[string, Parameters<typeof tampered>[0], RegExp]>([
    [
      "an invitation",
      foreign("OwnerInvite", ["secretHash", "createdAt", "expiresAt"], "\\\\x01\tnow\tnow"),
      /line 2 lists the table OwnerInvite/,
    ],
    ["a salt", foreign("DailySalt", ["day", "salt"], "now\t\\\\x01"), /the table DailySalt/],
    ["a table of Postgres", foreign("pg_authid", ["rolname"], "x"), /the table pg_authid/],
    [
      "a sequence of another",
      (header, rows) => {
        header.sequences.push({ name: "other_seq", value: "1", isCalled: true });
        return rows;
      },
      /the sequence other_seq/,
    ],
    [
      "a column twice",
      (header, rows) => {
        header.tables[0]?.columns.push(header.tables[0].columns[0] ?? "");
        return rows;
      },
      /or columns of it/,
    ],
    ["an endless line", () => "x".repeat(3_000_000), /line 1 of its rows is longer than any/],
    ["no end", (_, rows) => rows.slice(0, -3), /have no end/],
    [
      "a script as a destination",
      (_, rows) => rows.replace("https://example.com/other", "javascript:alert(1)//////"),
      /a row of Link has a url .*javascript:alert/,
    ],
    [
      "a script as a slug",
      (_, rows) => rows.replace("\todd\t", "\t<script>\t"),
      /a row of Link has a slug .*<script>/,
    ],
    [
      "a script as the destination of a country",
      (_, rows) => rows.replace("mailto:mara@example.com", "javascript:alert(1)"),
      /a row of Link has a geo .*javascript:alert/,
    ],
    [
      "a name that no tag has",
      (_, rows) => rows.replace("\tspring\tSpring\t", "\tspring\ta,b\t"),
      /a row of Tag has a name .*must not contain commas/,
    ],
    [
      "a receiver of a file",
      (_, rows) => rows.replace("\twebhook\thttps:", "\twebhook\tfile:"),
      /a row of Receiver has a url .*file:/,
    ],
    [
      "an event that there is not",
      (_, rows) => rows.replace("{link.created}", "{link.stolen}"),
      /a row of Receiver has a events .*link\.stolen/,
    ],
    [
      "a card that no share page has",
      (_, rows) => rows.replace("\t{links}\t", "\t{secrets}\t"),
      /a row of Share has a cards .*secrets/,
    ],
    [
      "a password that is no hash",
      (_, rows) => rows.replace(`\tcredential\to\t${passwordHash}`, "\tcredential\to\tplain"),
      /a row of OwnerAccount has a password that nothing can have \(must have the form in which it is stored\)\. Nothing/,
    ],
    [
      "a password of a link that is no hash",
      (_, rows) => rows.replace(/[0-9a-f]{32}:[0-9a-f]{128}(?=\tf\tf\t)/, "plain"),
      /a row of Link has a passwordHash that nothing can have \(must have the form[^:]*\. Nothing/,
    ],
    [
      "a provider that there is not",
      (_, rows) => rows.replace("\tcredential\t", "\tmagic\t"),
      /a row of OwnerAccount has a providerId .*magic/,
    ],
    [
      "an email that is none",
      (_, rows) => rows.replace("\tolga@example.com\t", "\tolga\t"),
      /a row of Owner has a email .*olga/,
    ],
    [
      "a language that there is not",
      (_, rows) => rows.replace("\tde\n", "\txx\n"),
      /a row of Owner has a language .*xx/,
    ],
    [
      "a token without a whole hash",
      (_, rows) => rows.replace(`\tci\t\\${digest("08")}`, "\tci\t\\\\x0808"),
      /a row of ApiToken has a hash that nothing can have \(must have the form[^:]*\. Nothing/,
    ],
    [
      "a token of another program",
      (_, rows) => rows.replace("\tslg_ab-c\t", "\tghp_ab-c\t"),
      /a row of ApiToken has a prefix .*ghp_ab-c/,
    ],
    [
      "a secret of an app that cannot be opened",
      (_, rows) => rows.replace(`o\t\\${digest("0b")}`, "o\t\\\\x0b0b"),
      /a row of AuthenticatorApp has a secret that/,
    ],
    [
      "a recovery code that is no hash",
      (_, rows) => rows.replace(`o\t\\${digest("0c")}`, "o\t\\\\x0c0c"),
      /a row of RecoveryCode has a hash that/,
    ],
    [
      "a receiver whose address is of another kind",
      (_, rows) => rows.replace("\twebhook\thttps:", "\ttelegram\thttps:"),
      /a row of Receiver has a url .*must end with \/bot/,
    ],
    [
      "a receiver whose secret signs nothing",
      (_, rows) => rows.replace("\twhsec_x\t", "\t<script>\t"),
      /a row of Receiver has a secret that nothing can have \(must have the form[^:]*\. Nothing/,
    ],
    [
      "a share page of a link and a campaign",
      (_, rows) => rows.replace("\t\\N\t\\N\tspring\t{}\t", "\t1\t\\N\tspring\t{}\t"),
      /a row of Share has a campaign .*must be given alone/,
    ],
    [
      "a share page of nothing",
      (_, rows) => rows.replace("\t\\N\t\\N\tspring\t{}\t", "\t\\N\t\\N\t\\N\t{}\t"),
      /a row of Share has a campaign .*must be given alone/,
    ],
    [
      "a share page without days",
      (_, rows) => rows.replace("\t{links}\t30\t", "\t{links}\t\\N\t"),
      /a row of Share has a days .*must have the form/,
    ],
    [
      "a share page whose address has another hash",
      (_, rows) => rows.replace(`\t\\${digest("0e")}`, "\t\\\\x0e"),
      /a row of Share has a hash that/,
    ],
    [
      "a setting that there is not",
      (_, rows) => rows.replace("\nSITE_NAME\t", "\nSITE_OWNER\t"),
      /a row of SiteSetting has a name .*is the name of no setting.*SITE_OWNER/,
    ],
    [
      "a setting that leads to a script",
      (_, rows) => rows.replace("\nSITE_NAME\tAcme", "\nHOME_URL\tjavascript:alert(1)"),
      /a row of SiteSetting has a value .*javascript:alert/,
    ],
    [
      "a setting of a further host that leads to a script",
      (_, rows) => rows.replace("\nSITE_NAME\tAcme", "\nHOME_URL@go.example\tjavascript:alert(1)"),
      /a row of SiteSetting has a value .*javascript:alert/,
    ],
    [
      "a further host that is none",
      (_, rows) => rows.replace("\tgo.example\t", "\tgo.example/<b>\t"),
      /a row of Link has a domain .*<b>/,
    ],
    [
      "a creator that is nobody",
      (_, rows) => rows.replace("\timport:owner:o\t", "\tadmin\t"),
      /a row of Link has a createdBy .*admin/,
    ],
    [
      "an event of the activity log that there is not",
      (_, rows) => rows.replace("\tsigned-in\t", "\t__proto__\t"),
      /a row of AuditEvent has a event .*is the name of no event.*__proto__/,
    ],
    [
      "a health that there is not",
      (_, rows) => rows.replace("\treachable\t", "\tfine\t"),
      /a row of RuleCheck has a health .*fine/,
    ],
    [
      "packed clicks of which one has no first day",
      (_, rows) => rows.replace(/\t\{[tf],[tf]\}\t/, "\t{t}\t"),
      /a row of ClickPack has a isFirstDay .*must have the form/,
    ],
    [
      "packed clicks of which one has no device",
      (_, rows) => rows.replace(/\t\{Desktop,Desktop\}\t/, "\t{Desktop}\t"),
      /a row of ClickPack has a device .*must have the form/,
    ],
    [
      "packed labels of a dimension that there is not",
      (_, rows) => rows.replace(/(\t\d{4}-\d\d-\d\d\t)[A-P][^\t\n]*(\t[^\t\n]*\tf\n)/, "$1QCH$2"),
      /a row of LinkDayPack has a labels .*must have the form.*QCH/,
    ],
    [
      "a visit of no kind",
      (_, rows) => rows.replace("\tunfurler\tSlack", "\tpeople\tSlack"),
      /a row of UncountedVisit has a kind .*people/,
    ],
    [
      "a role that there is not",
      (_, rows) => rows.replace("\towner\t", "\tadmin\t"),
      /a row of Owner cannot be stored: .*Owner_role_check/,
    ],
  ])(
    "a file with %s, by its name, line and reason, and changes nothing",
    async (_, change, reason) => {
      const path = tampered(change);
      const said = await refusal(restore(path));
      expect(said).toMatch(reason);
      expect(said).toContain(path);
      expect(said).toContain("Nothing was changed");
      expect(await contentOfTarget()).toEqual({});
    },
  );

  it("judges each column of text, JSON and bytes in a backup, or says why it does not", async () => {
    const judged = new Set(
      Object.entries(rowRules).flatMap(([table, columns]) =>
        Object.keys(columns).map((column) => `${table}.${column}`),
      ),
    );
    const tables = await withBackupConnection(databaseUrl(), listTables);
    const { rows } = await source.query<{ name: string; isRead: boolean; type: string }>(
      `SELECT c.relname || '.' || a.attname AS "name", t.typname::text AS "type",
              t.typname IN ('text', '_text', 'json', 'jsonb', 'bytea', '_bytea', 'varchar') AND NOT EXISTS
                (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY(k.conkey)) AS "isRead"
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
       WHERE c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped AND c.relname::text = ANY($1)`,
      [tables.map((table) => table.name)],
    );
    const read = rows.filter(({ isRead }) => isRead).map((row) => row.name);
    expect(read.filter((column) => !judged.has(column))).toEqual([]);
    const known = new Set(rows.map((row) => row.name));
    expect([...judged].filter((column) => !known.has(column))).toEqual([]);
    // No rule lets anything in.
    const types = new Map(rows.map((row) => [row.name, row.type]));
    const wrong: Record<string, unknown> = { bytea: Buffer.alloc(0), int4: -1 };
    const lax = Object.entries(rowRules).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, rule]) => {
        if ("why" in rule) return rule.why === "" ? [column] : [];
        const value = wrong[types.get(`${table}.${column}`) ?? ""] ?? "<script>\ufffd";
        return rule.safeParse(value).success ? [`${table}.${column}`] : [];
      }),
    );
    expect(lax).toEqual([]);
  });

  it("rows that are not those of the header, and leaves nothing behind", async () => {
    const [title = "", header = "", ...rest] = readFileSync(file, "latin1").split("\n");
    const other = header.replace(
      /("name":"Click",.*?"rows":")(\d+)/,
      (_all, start, count) => `${start}${Number(count) + 1}`,
    );
    expect(other).not.toBe(header);
    const body = Buffer.from([title, other, ...rest].join("\n").slice(0, -64), "latin1");
    const path = join(folder, "other.backup");
    writeFileSync(
      path,
      Buffer.concat([body, Buffer.from(createHash("sha256").update(body).digest("hex"))]),
    );
    expect(await refusal(restore(path))).toMatch(
      /differ from the backup, so nothing was changed:\n {2}Click rows: \d+ in the backup, \d+ restored/,
    );
    expect(await contentOfTarget()).toEqual({});
  });
});

describe("a backup's file", () => {
  it("is for its owner only, and never replaces one", async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file);
    expect(await refusal(backUp(file))).toBe(
      `${file} exists already, and a backup never replaces a file. Name another one.`,
    );
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(folder).filter((entry) => entry.endsWith(".part"))).toEqual([]);
  });

  it("is written while others start, as long as they have nothing to migrate", async () => {
    await migrate(url);
    expect(await withBackupConnection(url, () => migrate(url))).toEqual([]);
  });

  it("contains no secret of a session and no salt", () => {
    // Uncompressed it would: the header lists the tables.
    const text = readFileSync(file, "latin1").split("\n")[1] ?? "";
    const { tables } = JSON.parse(text) as { tables: { name: string }[] };
    expect(tables.map((table) => table.name).filter((table) => leftOut.includes(table))).toEqual(
      [],
    );
    expect(tables.map((table) => table.name)).toContain("ApiToken");
  });

  it("is refused for a database of a newer version", async () => {
    await migrate(url);
    await target.query(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at") VALUES ('n', '', '29990101000000_newer', now())`,
    );
    const path = join(folder, "from-newer.backup");
    expect(await refusal(withBackupConnection(url, (client) => writeBackup(client, path)))).toMatch(
      /^A newer version of Slugline has migrated this database/,
    );
    expect(readdirSync(folder)).not.toContain("from-newer.backup");
  });
});
