// Run: all
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { expect, it } from "vitest";
import { counts } from "@/lib/config/counts";
import { env } from "@/lib/config/env";
import { databaseHealth } from "@/lib/database/database-health";
import { journal } from "@/lib/visits/journal";
import type { UncountedVisit } from "@/lib/visits/record-uncounted";
import { replayJournal } from "@/lib/visits/replay-journal";
import { recordClick, recordUncountedVisit } from "@/lib/visits/visit-recorder";
import { createLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const newLink = async () => (await createLink({ url: "https://example.com/", title: null, enabled: true, expiresAt: null }, new Date())).id;
const countRows = async (table: string) => (await database.query(`SELECT coalesce(sum("count"), 0)::int AS "count" FROM "${table}"`)).rows[0]?.count;

/** Unless something hung, this was long enough for many statements. */
const rounds = 20;

it("visits that are not counted do not wait for the counters of their link, and bot hits that do send no click to the journal", async () => {
  const [locked, other] = [await newLink(), await newLink()];
  const visitOf = (kind: UncountedVisit["kind"]) => recordUncountedVisit({ linkId: locked, at: new Date(), kind, name: kind });
  await recordClick(makeClick(other, new Date()));
  const { clicks } = counts();
  const before = { ...clicks };

  await database.inTransaction(async (query) => {
    await query(`SELECT FROM "LinkCounter" WHERE "linkId" = $1 FOR UPDATE`, [locked]);
    for (let round = 0; round < rounds; round++) {
      await Promise.all([
        ...(["head", "crawler", "prefetch", "owner", "previewPage"] as const).map(visitOf),
        recordClick(makeClick(locked, new Date())),
        recordClick(makeClick(other, new Date())),
      ]);
    }
    expect(journal().isEmpty(), "nothing had to go to the journal").toBe(true);
    expect(await countRows("UncountedVisit")).toBe(5 * rounds);

    await visitOf("unfurler");
    expect(journal().isEmpty(), "a bot hit is in the journal while its link is locked").toBe(false);
    expect(databaseHealth("botHits").isUnavailable()).toBe(true);
    await Promise.all([visitOf("head"), recordClick(makeClick(locked, new Date())), recordClick(makeClick(other, new Date()))]);
    expect(await countRows("UncountedVisit")).toBe(5 * rounds + 1);
  });

  expect([clicks.durable - before.durable, clicks.journaled - before.journaled]).toEqual([2 * rounds + 2, 0]);
});

it("a replay goes on behind bot hits that wait for the counters of their link, and none is lost or counted twice", async () => {
  const [locked, other] = [await newLink(), await newLink()];
  const replay = () => replayJournal(new AbortController().signal);
  const hits = async () =>
    (await database.query(`SELECT "linkId", "botHitCount"::int AS "hits" FROM "LinkCounter" WHERE "linkId" = ANY($1)`, [[locked, other]])).rows;
  const hit = (linkId: number) =>
    journal().append({ kind: "uncounted", batchId: uuidv7(), visits: [{ linkId, at: new Date(), kind: "unfurler", name: "Slack" }] });
  const stored = async () => (await database.query(`SELECT FROM "Click" WHERE "linkId" = $1`, [other])).rowCount;
  await replay();
  const { replayed } = counts().clicks;
  await database.inTransaction(async (query) => {
    await query(`SELECT FROM "LinkCounter" WHERE "linkId" = $1 FOR UPDATE`, [locked]);
    for (let round = 1; round <= 2; round++) {
      for (const linkId of [locked, locked, other]) await hit(linkId);
      await journal().append({ kind: "clicks", clicks: [makeClick(other, new Date())] });
      await replay();
      expect([await stored(), counts().clicks.replayed - replayed]).toEqual([round, round]);
      expect(await hits()).toEqual(
        expect.arrayContaining([
          { linkId: locked, hits: 0 },
          { linkId: other, hits: round },
        ]),
      );
      expect(journal().isEmpty()).toBe(false);
    }
  });
  await replay();
  expect(journal().isEmpty()).toBe(true);
  expect(await hits()).toEqual(
    expect.arrayContaining([
      { linkId: locked, hits: 4 },
      { linkId: other, hits: 2 },
    ]),
  );
});

it("a bot hit that can be stored nowhere takes no click its last chance", async () => {
  const [locked, other] = [await newLink(), await newLink()];
  const folder = join(env().DATA_DIR, "journal");
  await recordClick(makeClick(other, new Date()));
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, "not a folder");
  try {
    await database.inTransaction(async (query) => {
      await query(`SELECT FROM "LinkCounter" WHERE "linkId" = $1 FOR UPDATE`, [locked]);
      await expect(recordUncountedVisit({ linkId: locked, at: new Date(), kind: "unfurler", name: "Slack" })).rejects.toThrow();
      let click: Promise<void> = Promise.resolve();
      await database.inTransaction(async (also) => {
        await also(`SELECT FROM "Link" WHERE "id" = $1 FOR UPDATE`, [other]);
        click = recordClick(makeClick(other, new Date()));
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
