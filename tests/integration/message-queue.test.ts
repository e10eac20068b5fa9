// Run: all
import { beforeEach, describe, expect, it } from "vitest";
import { environment } from "@/lib/audit/record-event";
import { makeDailyBackup } from "@/lib/backup/daily-backups";
import { database as databaseClient } from "@/lib/database/client";
import { queueMessages } from "@/lib/database/queue-messages";
import { messageChecks } from "@/lib/doctor/check-messages";
import { insertLinks } from "@/lib/links/insert-links";
import { claimDue, claimNew, settle } from "@/lib/messages/claims";
import { repairClockSkew, sendAgain } from "@/lib/messages/deliveries";
import { writeDigest } from "@/lib/messages/digest";
import { tidyDropped } from "@/lib/messages/dropped";
import { testType } from "@/lib/messages/events";
import { changeReceiver, getReceiver } from "@/lib/messages/receivers";
import { mostTries } from "@/lib/messages/retries";
import { sentenceOf } from "@/lib/messages/sentence";
import { bringForward } from "@/lib/messages/waiting";
import { watchDigests } from "@/lib/messages/watch-digests";
import { watchLinks } from "@/lib/messages/watch-links";
import { deleteOld } from "@/lib/service/retention";
import { dimensions } from "@/lib/stats/query/dimensions";
import { sentence } from "@/lib/texts/sentence";
import { inEnglish } from "../support/in-english";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const refused = {
  ...{ isAccepted: false, isGone: false, status: 500, durationMs: 1 },
  ...{ response: null, error: sentence("httpStatus", { status: 500 }), retryAfterS: null },
};
const accepted = { ...refused, isAccepted: true, status: 204, error: null };
let id = "";

beforeEach(async () => {
  await database.query(`TRUNCATE "Receiver", "Delivery", "DroppedMessage", "MessageMark"`);
  const { rows } = await database.query(
    `INSERT INTO "Receiver" ("name", "kind", "url", "events", "secret", "createdAt", "updatedAt")
     VALUES ('r', 'webhook', 'https://example.com/', '{link.created,backup.failed}', 'whsec_AAAA', now(), now()) RETURNING "id"`,
  );
  id = rows[0]?.id;
});

const queue = (count: number) =>
  queueMessages(
    "link.created",
    Array.from({ length: count }, (_, index) => ({ data: { index } })),
    { once: false },
  );
const claim = () => claimDue(4);
const count = async (where = "true") =>
  (await database.query(`SELECT count(*)::int AS n FROM "Delivery" WHERE ${where}`)).rows[0]?.n;
const shift = (change: string) => database.query(`UPDATE "Delivery" SET ${change}`);

describe("the queue", () => {
  it("gives a receiver four messages at a time, however many instances claim at once", async () => {
    await queue(100);
    // While another instance claims.
    await database.inTransaction(async (query) => {
      await query(`SELECT pg_advisory_xact_lock(x'73656e64'::int::bigint)`);
      expect(await claim()).toEqual([]);
    });
    const claims = (await Promise.all(Array.from({ length: 20 }, claim))).flat();
    expect(claims).toHaveLength(4);
    expect(new Set(claims.map(({ id: each }) => each)).size).toBe(4);
    expect(await claim()).toEqual([]);
    const [done] = claims;
    if (!done) throw new Error("nothing was claimed");
    await settle(done, accepted, 0);
    expect(await claim()).toHaveLength(1);
  });

  it("gives a message away again once its lease has ended, and then ignores the first try", async () => {
    await queue(1);
    const [first] = await claim();
    expect(await claim()).toEqual([]);
    await shift(`"claimedUntil" = now() - interval '1 second'`);
    const [second] = await claim();
    expect([second?.messageId, second?.tries]).toEqual([first?.messageId, 2]);
    if (!first || !second) throw new Error("nothing was claimed");
    await settle(first, refused, 0);
    expect(await count(`"state" = 'waiting' AND "status" IS NULL`)).toBe(1);
    await settle(second, accepted, 0);
    expect(await count(`"state" = 'sent' AND "status" = 204`)).toBe(1);
  });

  it("gives up after seven tries, and the receiver is failing until it accepts a message", async () => {
    await queue(2);
    for (let tries = 1; tries <= mostTries; tries++) {
      const [next] = await claim();
      if (!next) throw new Error("nothing was claimed");
      expect(next.tries).toBe(tries);
      expect((await getReceiver(id)).failingSince).toBeNull();
      await settle(next, refused, 0);
      await shift(`"nextAt" = now(), "claimedUntil" = NULL`);
      await database.query(
        `UPDATE "Delivery" SET "nextAt" = now() + interval '1 hour' WHERE "id" <> $1`,
        [next.id],
      );
    }
    expect([await count(`"state" = 'failed'`), await count(`"state" = 'waiting'`)]).toEqual([1, 1]);
    expect((await getReceiver(id)).failingSince).not.toBeNull();
    await shift(`"nextAt" = now()`);
    const [other] = await claim();
    if (!other) throw new Error("nothing was claimed");
    await settle(other, accepted, 0);
    expect((await getReceiver(id)).failingSince).toBeNull();
  });

  it("pauses for Retry-After, messages that are queued meanwhile too", async () => {
    await queue(1);
    const [first] = await claim();
    if (!first) throw new Error("nothing was claimed");
    await settle(first, { ...refused, status: 429, retryAfterS: 600 }, 0);
    await queue(1);
    expect(await claim()).toEqual([]);
    const due = `"nextAt" BETWEEN now() + interval '590 seconds' AND now() + interval '600 seconds'`;
    expect(await count(due)).toBe(1);
    await database.query(`UPDATE "Receiver" SET "pausedUntil" = now()`);
    expect(await claim()).toHaveLength(1);
  });

  it("ends a pause when a test is accepted, not when one that was on its way is", async () => {
    await queue(2);
    const [first, second] = await claim();
    const test = () => claimNew(id, testType, {});
    if (!first || !second) throw new Error("nothing was claimed");
    await settle(first, { ...refused, status: 503, retryAfterS: 3_600 }, 0);
    await settle(second, accepted, 0);
    await queue(1);
    expect(await claim()).toEqual([]);
    const [refusedTest, acceptedTest] = [await test(), await test()];
    if (!refusedTest || !acceptedTest) throw new Error("no test");
    await settle(refusedTest, refused, 0);
    expect(await claim()).toEqual([]);
    await settle(acceptedTest, accepted, 0);
    expect(await claim()).toHaveLength(2);
  });

  it("neither stalls nor storms when the clock is set back", async () => {
    await queue(3);
    const claims = await claim();
    for (const each of claims) await settle(each, refused, 0);
    // As a clock that is set back by a day leaves them.
    await shift(`"nextAt" = "nextAt" + interval '1 day'`);
    await repairClockSkew();
    expect(await claim()).toHaveLength(3);
    await shift(`"claimedUntil" = "claimedUntil" + interval '1 day'`);
    await repairClockSkew();
    expect(await claim()).toHaveLength(3);
    // One that waits for its time stays.
    const [last] = await claim();
    expect(last).toBeUndefined();
    await shift(`"claimedUntil" = NULL, "nextAt" = now() + interval '50 minutes', "waitS" = 3600`);
    await repairClockSkew();
    expect(await claim()).toEqual([]);
  });

  it("takes a thousand for a receiver, and keeps the last 200 that are done", async () => {
    await queue(700);
    await queue(700);
    expect(await count()).toBe(1_000);
    await shift(`"state" = 'sent'`);
    await queue(10);
    await deleteOld("Delivery", new Date());
    expect([await count(`"state" = 'sent'`), await count(`"state" = 'waiting'`)]).toEqual([
      200, 10,
    ]);
    await database.query(`DELETE FROM "Receiver"`);
    await deleteOld("Delivery", new Date());
    expect(await count()).toBe(0);
  });

  it.each([
    ["webhook", 1_000],
    ["slack", 30],
  ])("fills the room of a %s to the last place, however many write at once", async (kind, most) => {
    await database.query(`UPDATE "Receiver" SET "kind" = $1`, [kind]);
    await queue(most - 5);
    await Promise.all(Array.from({ length: 20 }, () => queue(1)));
    expect(await count()).toBe(most);
    expect((await getReceiver(id)).dropped).toMatchObject({ messages: 15 });
    const bulk = () => queue(most * 0.7);
    await shift(`"state" = 'failed'`);
    await Promise.all([bulk(), bulk(), bulk()]);
    expect(await count(`"state" = 'waiting'`)).toBe(most);
  });

  it("has room for 30 of each event an hour in a chat, whatever the clock did", async () => {
    await database.query(`UPDATE "Receiver" SET "kind" = 'slack'`);
    await queue(50);
    await queue(50);
    expect(await count()).toBe(30);
    await queueMessages("backup.failed", [{ data: {} }], { once: false });
    expect(await count(`"type" = 'backup.failed'`)).toBe(1);
    await shift(`"state" = 'sent'`);
    await queue(1);
    expect(await count(`"type" = 'link.created'`)).toBe(30);
    await shift(`"createdAt" = now() + interval '1 day'`);
    await queue(1);
    expect(await count(`"type" = 'link.created'`)).toBe(31);
  });

  it("gives a receiver its room for what it has not got yet, however full another is", async () => {
    await database.query(
      `INSERT INTO "Receiver" ("name", "kind", "url", "events", "secret", "createdAt", "updatedAt")
       VALUES ('s', 'slack', 'https://example.com/', '{link.created}', '', now(), now())`,
    );
    const once = (from: number, to: number) =>
      queueMessages(
        "link.created",
        Array.from({ length: to - from }, (_, index) => ({ linkId: from + index, data: {} })),
        { once: true },
      );
    await once(1, 41);
    expect(await count()).toBe(70);
    await shift(`"state" = 'sent', "createdAt" = now() - interval '2 hours'`);
    await once(1, 41);
    expect(await count()).toBe(80);
  });

  it("tells of all links that expire, however many one receiver has no room for", async () => {
    const at = new Date();
    const expiresAt = new Date(at.getTime() + 86_400_000);
    const link = { url: "https://example.com/", title: null, enabled: true, expiresAt };
    const slugs = Array.from({ length: 520 }, (_, index) => `expiring-${index}`);
    await insertLinks(
      slugs.map((slug) => ({ ...link, slug })),
      at,
    );
    await database.query(
      `INSERT INTO "Receiver" ("name", "kind", "url", "events", "secret", "createdAt", "updatedAt")
       SELECT 's', k, 'https://example.com/', '{link.expiring}', '', now(), now() FROM unnest(ARRAY['slack', 'webhook']) k`,
    );
    for (let round = 0; round < 2; round++) await watchLinks();
    expect(await count(`"type" = 'link.expiring'`)).toBe(30 + 520);
    await database.query(`DELETE FROM "Link" WHERE "slug" LIKE 'expiring-%'`);
  });

  it("counts links of whose end a chat was not told within a day", async () => {
    await database.query(
      `UPDATE "Receiver" SET "kind" = 'slack', "events" = '{link.expired,link.expiring}', "createdAt" = now() - interval '1 week'`,
    );
    const link = { url: "https://example.com/", title: null, enabled: true };
    await insertLinks(
      Array.from({ length: 80 }, (_, index) => {
        const endsMs = index < 40 ? 120_000 - 86_400_000 : 120_000;
        return { ...link, slug: `over-${index}`, expiresAt: new Date(Date.now() + endsMs) };
      }),
      new Date(Date.now() - 172_800_000),
    );
    for (let round = 0; round < 3; round++) await watchLinks();
    for (const type of ["expired", "expiring"])
      expect(await count(`"type" = 'link.${type}'`)).toBe(30);
    expect((await getReceiver(id)).dropped).toMatchObject({ messages: 20 });
    await database.query(`DELETE FROM "Link" WHERE "slug" LIKE 'over-%'`);
  });

  it.each([
    ["webhook", 1_000],
    ["email", 30],
  ])("hears of what happens after an outage, and of what waited (%s)", async (kind, most) => {
    await database.query(`UPDATE "Receiver" SET "kind" = $1`, [kind]);
    await queue(most);
    const sleeping = `"attempts" = 4, "nextAt" = now() + interval '1 hour', "waitS" = 3600, "triedAt" = now() - interval '5 minutes', "createdAt" = now() - interval '20 minutes'`;
    await shift(sleeping);
    await queue(20);
    expect(await count(`"attempts" = 0`)).toBe(20);
    expect((await getReceiver(id)).dropped).toBeNull();
    for (const each of await claim()) await settle(each, accepted, 0);
    expect(await count(`"state" = 'waiting' AND "nextAt" <= now()`)).toBe(most + 16);
    const ids = (await claim()).map((each) => each.id);
    const oldest = await database.query(`SELECT "id"::int FROM "Delivery" ORDER BY "id" LIMIT 4`);
    expect(ids.map(Number).toSorted((a, b) => a - b)).toEqual(oldest.rows.map((row) => row.id));
  });

  it("makes what waits due when a test is accepted, one is sent now, or the address changes", async () => {
    await queue(2);
    const sleep = () =>
      shift(
        `"state" = 'waiting', "attempts" = 4, "nextAt" = now() + interval '1 hour', "claimedUntil" = NULL, "broughtForwardFrom" = NULL`,
      );
    const due = () => count(`"type" <> 'test' AND "nextAt" <= now()`);
    await sleep();
    const test = await claimNew(id, testType, { text: "a" });
    if (!test) throw new Error("no test");
    await settle(test, refused, 0);
    expect(await due()).toBe(0);
    const another = await claimNew(id, testType, { text: "a" });
    if (!another) throw new Error("no test");
    await settle(another, accepted, 0);
    expect(await due()).toBe(2);
    await database.query(`DELETE FROM "Delivery" WHERE "type" = 'test'`);
    await sleep();
    const [row] = (await database.query(`SELECT "id" FROM "Delivery"`)).rows;
    await sendAgain(id, BigInt(row?.id));
    expect(await due()).toBe(2);
    await sleep();
    await changeReceiver(environment, id, { url: "https://example.com/new" }, new Date(), null);
    expect(await due()).toBe(2);
  });

  it("does not use up the tries of a message that fails while others are accepted", async () => {
    await queue(1);
    await shift(`"attempts" = 6, "nextAt" = now() + interval '1 day', "waitS" = 86400`);
    for (let round = 0; round < 9; round++) {
      await bringForward(id, databaseClient());
      const [again] = await claim();
      if (!again) throw new Error("nothing was brought forward");
      await settle(again, refused, 0);
      // One that has just failed is not brought forward again within a minute.
      await bringForward(id, databaseClient());
      expect(await claim()).toEqual([]);
      await shift(`"triedAt" = now() - interval '2 minutes'`);
    }
    const later = `"nextAt" > now() + interval '23 hours'`;
    expect(await count(`"state" = 'waiting' AND "attempts" = 6 AND ${later}`)).toBe(1);
    await shift(`"nextAt" = now(), "broughtForwardFrom" = now() - interval '1 second'`);
    const [last] = await claim();
    if (!last) throw new Error("nothing was claimed");
    await settle(last, refused, 0);
    expect(await count(`"state" = 'failed' AND "attempts" = 7`)).toBe(1);
  });

  it("gives up what fails while as many wait for another try, and says so everywhere", async () => {
    await queue(1_000);
    await shift(`"attempts" = 1, "nextAt" = now() + interval '1 hour'`);
    await queue(1);
    const [one] = await claim();
    if (!one) throw new Error("nothing was claimed");
    await settle(one, refused, 0);
    expect(await count(`"state" = 'failed' AND "error" LIKE '%httpStatus%500%'`)).toBe(1);
    await queue(1_001);
    await tidyDropped();
    const rows = await database.query(`SELECT "type", "count"::int FROM "DroppedMessage"`);
    expect(rows.rows).toEqual([{ type: "link.created", count: 2 }]);
    expect((await getReceiver(id)).dropped).toMatchObject({ messages: 2 });
    expect(inEnglish(await messageChecks(new Date()))).toContainEqual(
      expect.objectContaining({
        state: "bad",
        finding: expect.stringMatching(/^r: messages dropped .* too many were waiting: 2\.$/),
      }),
    );
    const now = new Date();
    expect(inEnglish(await messageChecks(new Date(now.getTime() + 2 * 86_400_000)))).toContainEqual(
      expect.objectContaining({ state: "note", finding: expect.stringContaining("dropped") }),
    );
    const data = await writeDigest(now.toISOString().slice(0, 10), "UTC", now, "en");
    expect(data?.dropped).toEqual([{ receiver: "r", messages: 2 }]);
    expect(sentenceOf("digest.weekly", data ?? {}, now, "en")).toContain(
      "r: 2 messages were dropped because too many were waiting",
    );
  });

  it("sends a test once, even if the process ends meanwhile", async () => {
    await claimNew(id, testType, { text: "a" });
    await shift(`"claimedUntil" = now() - interval '1 second'`);
    expect(await claim()).toEqual([]);
    await repairClockSkew();
    expect(await count(`"state" = 'failed' AND "error" LIKE '%serverStopped%'`)).toBe(1);
    const [row] = (await database.query(`SELECT "id" FROM "Delivery"`)).rows;
    await sendAgain(id, BigInt(row?.id));
    const [again] = await claim();
    if (!again) throw new Error("nothing was claimed");
    await settle(again, refused, 0);
    expect(await count(`"state" = 'failed' AND "status" = 500`)).toBe(1);
  });

  it("counts what cannot be sent as a try, so that it is not claimed without end", async () => {
    await database.query(`UPDATE "Receiver" SET "kind" = 'ntfy', "url" = 'no address'`);
    await queue(1);
    const [one] = await claim();
    if (!one) throw new Error("nothing was claimed");
    const attempt = await database.service.messages.sender.tryOnce(one);
    expect(inEnglish(attempt)).toMatchObject({
      isAccepted: false,
      error: "Could not send it: Invalid URL",
    });
    await settle(one, attempt, 0);
    expect(await claim()).toEqual([]);
    expect(await count(`"state" = 'waiting' AND "attempts" = 1 AND "waitS" > 0`)).toBe(1);
  });

  it("ends with whoever answers for the receiver, and when that is switched on again", async () => {
    await database.query(
      `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt") VALUES ('p1', 'P', 'p@example.com', 'owner', now(), now())`,
    );
    await database.query(`UPDATE "Receiver" SET "ownerId" = 'p1'`);
    await queue(2);
    await database.query(`DELETE FROM "Owner" WHERE "id" = 'p1'`);
    expect([await count(`"state" = 'failed'`), await count()]).toEqual([2, 2]);
    await shift(`"state" = 'waiting'`);
    await changeReceiver(environment, id, { enabled: true }, new Date(), null);
    expect(await count(`"state" = 'waiting'`)).toBe(0);
    await queue(1);
    await changeReceiver(environment, id, { enabled: true }, new Date(), null);
    expect(await count(`"state" = 'waiting'`)).toBe(1);
  });

  it("keeps the language that a message was queued in", async () => {
    await giveReceiverTo("p2", "de");
    await queue(1);
    await database.query(`UPDATE "Owner" SET "language" = 'fr'`);
    expect(await claim()).toMatchObject([{ language: "de" }]);
  });
});

/** Makes somebody who chose a language answer for the receiver. */
async function giveReceiverTo(ownerId: string, language: string): Promise<void> {
  await database.query(
    `INSERT INTO "Owner" ("id", "name", "email", "role", "language", "createdAt", "updatedAt")
     VALUES ($1, 'P', $1 || '@example.com', 'owner', $2, now(), now())`,
    [ownerId, language],
  );
  await database.query(`UPDATE "Receiver" SET "ownerId" = $1`, [ownerId]);
}

it("a weekly digest is queued once, with the sentences of the links' pages, if anything was clicked", async () => {
  const { rows } = await database.query(`SELECT now() AS "now"`);
  const now: Date = rows[0]?.now;
  const digest = { day: now.getUTCDay() || 7, hour: now.getUTCHours(), timeZone: "UTC" };
  await database.query(
    `UPDATE "Receiver" SET "events" = '{digest.weekly}', "digest" = $1, "createdAt" = now() - interval '1 day'`,
    [digest],
  );
  await watchDigests();
  expect(await count()).toBe(0);
  await database.query(`TRUNCATE "MessageMark"`);
  const [link] = await insertLinks(
    [
      {
        url: "https://example.com/",
        slug: "weekly",
        title: "Weekly",
        enabled: true,
        expiresAt: null,
      },
    ],
    new Date(now.getTime() - 30 * 86_400_000),
  );
  if (!link || !("id" in link)) throw new Error("no link");
  await database.query(
    `INSERT INTO "LinkDayLabel" ("linkId", "day", "dimension", "label", "clicks")
     VALUES ($1, (now() AT TIME ZONE 'UTC')::date - 2, $2, '@everyone', 42)`,
    [link.id, dimensions.source.id],
  );
  for (const table of ["LinkDay", "LinkHour"]) {
    const at =
      table === "LinkDay"
        ? `(now() AT TIME ZONE 'UTC')::date - 2`
        : `date_trunc('day', now()) - interval '2 days'`;
    await database.query(`INSERT INTO "${table}" VALUES ($1, ${at}, 42, 7)`, [link.id]);
  }
  await database.query(
    `INSERT INTO "DayTotal" ("day", "slot", "clicks") VALUES ((now() AT TIME ZONE 'UTC')::date - 2, 1, 42)`,
  );
  await database.query(
    `UPDATE "LinkCounter" SET "clickCount" = 42, "lastClickedAt" = now() - interval '2 days' WHERE "linkId" = $1`,
    [link.id],
  );
  // A receiver whose digest cannot be written does not keep the others from theirs.
  const broken = "00000000-0000-0000-0000-000000000000";
  await database.query(
    `INSERT INTO "Receiver" SELECT (jsonb_populate_record(r, jsonb_build_object('id', $1::text, 'digest', $2::jsonb))).* FROM "Receiver" r`,
    [broken, { ...digest, timeZone: "Nowhere/Land" }],
  );
  // What is written last is read last.
  await database.query(`UPDATE "Receiver" SET "enabled" = true WHERE "id" <> $1`, [broken]);
  await expect(watchDigests()).rejects.toThrow("Nowhere/Land");
  await database.query(`DELETE FROM "Receiver" WHERE "id" = $1`, [broken]);
  await watchDigests();
  const queued = await database.query(`SELECT "type", "data" FROM "Delivery"`);
  expect(queued.rows).toEqual([
    {
      type: "digest.weekly",
      data: expect.objectContaining({
        clicks: 42,
        links: [
          {
            slug: "weekly",
            title: "Weekly",
            clicks: 42,
            // What a visitor sent as the source is not repeated.
            text: expect.stringMatching(/^42 clicks .* All came from one source\.$/),
          },
        ],
      }),
    },
  ]);

  await database.query(`TRUNCATE "Delivery", "MessageMark"`);
  await giveReceiverTo("p3", "de");
  await database.query(`UPDATE "Receiver" SET "kind" = 'slack'`);
  await watchDigests();
  const german = await database.query(
    `SELECT "data" -> 'links' -> 0 ->> 'text' AS "text" FROM "Delivery"`,
  );
  expect(german.rows).toEqual([{ text: expect.stringMatching(/^42 Klicks .* eine Quelle/) }]);
});

it("a daily backup that fails is one message a day", async () => {
  const fail = () => {
    const place = { folder: "/dev/null/backups", keep: 1, pause: { until: 0 } };
    return makeDailyBackup(place, new Date(), AbortSignal.timeout(10_000));
  };
  await fail();
  await fail();
  const { rows } = await database.query(`SELECT "type", "data" FROM "Delivery"`);
  expect(inEnglish(rows)).toEqual([
    { type: "backup.failed", data: { reason: expect.stringContaining("The daily backup failed") } },
  ]);
});
