// Run: all
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { counts } from "@/lib/config/counts";
import { env } from "@/lib/config/env";
import { getLink } from "@/lib/links/get-link";
import { journal } from "@/lib/visits/journal/journal";
import type { UncountedVisit } from "@/lib/visits/record-uncounted";
import { replayJournal } from "@/lib/visits/replay-journal";
import { uncountedQueue } from "@/lib/visits/uncounted-queue";
import { visitRecorder } from "@/lib/visits/visit-recorder";
import { createLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const newLink = () =>
  createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    new Date(),
  );

/** Whether Postgres stores uncounted visits and the connection breaks before the answer. */
let losesAnswers = false;
type Query = (this: pg.Client, ...given: unknown[]) => unknown;
const send = pg.Client.prototype.query as unknown as Query;

// Before the pools of lib open: their connections keep the function that they began with.
beforeAll(() => {
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const answered = given.at(-1);
    if (
      !losesAnswers ||
      typeof answered !== "function" ||
      !JSON.stringify(given[0]).includes("UncountedVisit")
    )
      return send.apply(this, given);
    return send.apply(this, [
      ...given.slice(0, -1),
      () => answered(new Error("Connection terminated unexpectedly")),
    ]);
  } as typeof pg.Client.prototype.query;
});
afterAll(() => {
  pg.Client.prototype.query = send as unknown as typeof pg.Client.prototype.query;
});

/** Unless something hung, this was long enough for many statements. */
const rounds = 20;

it("clicks, bot hits and other visits do not wait for whoever has locked the counters of their link, and neither does a replay", async () => {
  const { id, slug } = await newLink();
  const { clicks } = counts();
  const before = { ...clicks };
  const botHit = (): UncountedVisit => ({
    linkId: id,
    at: new Date(),
    kind: "unfurler",
    name: "Slack",
  });
  await database.inTransaction(async (query) => {
    await query(`SELECT FROM "LinkCounter" WHERE "linkId" = $1 FOR UPDATE`, [id]);
    // No time passes, so nothing is slow: whoever waits for the lock waits for ever.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    for (let round = 0; round < rounds; round++) {
      for (const kind of ["head", "crawler", "prefetch", "owner", "previewPage"] as const)
        uncountedQueue().add({ ...botHit(), kind });
      await Promise.all([
        uncountedQueue().store(),
        visitRecorder().recordBotHit(botHit()),
        visitRecorder().recordClick(makeClick(id, new Date())),
      ]);
    }
    vi.useRealTimers();
    expect(journal().isEmpty(), "nothing had to go to the journal").toBe(true);
    await journal().append({ kind: "uncounted", batchId: uuidv7(), visits: [botHit()] });
    await replayJournal(new AbortController().signal);
    expect(journal().isEmpty()).toBe(true);
    const { rows } = await database.query(
      `SELECT sum("count")::int AS "count" FROM "UncountedVisit" WHERE "linkId" = $1`,
      [id],
    );
    expect(rows).toEqual([{ count: 6 * rounds + 1 }]);
    expect((await getLink(slug)).botHitCount).toBe(rounds + 1);
  });
  expect([clicks.durable - before.durable, clicks.journaled - before.journaled]).toEqual([
    rounds,
    0,
  ]);
});

it("visits that are neither clicks nor bot hits wait in memory while the database is away, and are counted once", async () => {
  const { id } = await newLink();
  const count = async () =>
    (
      await database.query(
        `SELECT coalesce(sum("count"), 0)::int AS "count" FROM "UncountedVisit" WHERE "linkId" = $1`,
        [id],
      )
    ).rows[0]?.count;
  await database.inTransaction(async (query) => {
    await query(`LOCK TABLE "UncountedVisit" IN ACCESS EXCLUSIVE MODE`);
    uncountedQueue().add({ linkId: id, at: new Date(), kind: "head", name: "" });
    await expect(uncountedQueue().store()).rejects.toThrow();
  });
  expect(await count()).toBe(0);
  uncountedQueue().add({ linkId: id, at: new Date(), kind: "head", name: "" });
  await uncountedQueue().store();
  expect(await count()).toBe(2);
});

it("visits whose storing was not answered are counted once", async () => {
  const { id } = await newLink();
  uncountedQueue().add({ linkId: id, at: new Date(), kind: "head", name: "" });
  losesAnswers = true;
  await expect(uncountedQueue().store()).rejects.toThrow("Connection terminated");
  losesAnswers = false;
  uncountedQueue().add({ linkId: id, at: new Date(), kind: "head", name: "" });
  await uncountedQueue().store();
  const { rows } = await database.query(
    `SELECT sum("count")::int AS "count" FROM "UncountedVisit" WHERE "linkId" = $1`,
    [id],
  );
  expect(rows).toEqual([{ count: 2 }]);
});

it("a bot hit that can be stored nowhere takes no click its last chance", async () => {
  const [locked, other] = [(await newLink()).id, (await newLink()).id];
  const folder = join(env().DATA_DIR, "journal");
  await visitRecorder().recordClick(makeClick(other, new Date()));
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, "not a folder");
  try {
    await database.inTransaction(async (query) => {
      await query(`SELECT FROM "Link" WHERE "id" = $1 FOR UPDATE`, [locked]);
      await expect(
        visitRecorder().recordBotHit({
          linkId: locked,
          at: new Date(),
          kind: "unfurler",
          name: "Slack",
        }),
      ).rejects.toThrow();
      let click: Promise<void> = Promise.resolve();
      await database.inTransaction(async (also) => {
        await also(`SELECT FROM "Link" WHERE "id" = $1 FOR UPDATE`, [other]);
        click = visitRecorder().recordClick(makeClick(other, new Date()));
        click.catch(() => {});
        // Longer than a visitor waits before the journal is tried.
        await sleep(350);
      });
      await click;
    });
  } finally {
    rmSync(folder);
    mkdirSync(folder);
  }
});
