// Run: all
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { lastDays } from "@/lib/core/date-range";
import { RoundSize } from "@/lib/core/round-size";
import { removeLeftHistory } from "@/lib/links/remove-history";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { pruneVisitors } from "@/lib/stats/aggregate/prune-visitors";
import { getGlobalStatistics } from "@/lib/stats/report/global-statistics";
import { getScopeBotHits, getScopeReport } from "@/lib/stats/report/scope-report";
import { recordClicks, recordClicksAgain } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { addBusyDay } from "../support/busy-day";
import { createLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");
const portion = 7;
const tables = [
  "Click",
  "DayVisitor",
  "LinkDayLabel",
  "UncountedVisit",
  "LinkBotHits",
  "LinkHour",
  "LinkDay",
];

beforeEach(async () => {
  await pruneVisitors(now);
  // How many rows each statement removes.
  await own.query(`CREATE TABLE IF NOT EXISTS "removal" ("table" text, "rows" int)`);
  await own.query(`CREATE OR REPLACE FUNCTION "noteRemoval"() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO "removal" SELECT TG_TABLE_NAME, count(*) FROM gone; RETURN NULL; END $$`);
  // Citus has no triggers on distributed tables.
  for (const table of tables.filter(
    (each) => each !== "Click" || !own.service.database.isDistributed,
  )) {
    await own.query(`CREATE OR REPLACE TRIGGER "note_removal" AFTER DELETE ON "${table}" REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION "noteRemoval"()`);
  }
});

/**
 * A link with recent and late visitors, clicks that are not aggregated yet, and bot hits; returns
 * one of its clicks.
 */
async function linkWithHistory() {
  const link = await createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
    new Date("2026-01-01T00:00:00Z"),
  );
  const days = ["2026-05-10", "2026-05-18", "2026-05-19", "2026-05-20"];
  for (const day of days) await addBusyDay(own.query, link.id, day, 60, 40);
  await own.query(
    `INSERT INTO "DayVisitor" SELECT ("createdAt" AT TIME ZONE 'UTC')::date, "linkId", "visitor", 1 FROM "Click"
     WHERE "linkId" = $1 AND "createdAt" >= '2026-05-18T00:00Z' GROUP BY 1, 2, 3`,
    [link.id],
  );
  const late = makeClick(link.id, new Date("2026-05-10T10:00:00Z"));
  await recordClicks([late]);
  for (const day of days) {
    const visits = ["Slack", "Discord", "X"].map((name) => ({
      linkId: link.id,
      at: new Date(`${day}T01:00:00Z`),
      kind: "unfurler" as const,
      name,
    }));
    await recordUncounted(uuidv7(), visits);
  }
  return { ...link, late };
}

/** As `deleteLink` does, without what follows. */
async function deleteRow(linkId: number): Promise<void> {
  await own.query(
    `WITH gone AS (DELETE FROM "Link" WHERE "id" = ${linkId} RETURNING "id") INSERT INTO "DeletedLink" SELECT "id" FROM gone`,
  );
}

async function readStatistics() {
  const { topLinks, ...totals } = await getGlobalStatistics(now);
  const dateRange = lastDays(30, now);
  return {
    totals,
    top: topLinks.map(({ id }) => id),
    report: await getScopeReport({}, { dateRange, filters: {}, interval: "hour", compare: null }),
    botHits: await getScopeBotHits({}, dateRange),
  };
}

async function leftOf(linkId: number): Promise<string[]> {
  const found = await Promise.all(
    [...tables, "LinkMonthLabel", "DeletedLink"].map(async (table) => [
      table,
      (await own.query(`SELECT FROM "${table}" WHERE "linkId" = ${linkId}`)).rowCount,
    ]),
  );
  return found.filter(([, rows]) => rows !== 0).map(([table]) => String(table));
}

async function largestRemovals(): Promise<Record<string, number>> {
  const { rows } = await own.query<{ table: string; rows: number }>(
    `SELECT "table", max("rows") AS "rows" FROM "removal" GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ table, rows: most }) => [table, most]));
}

describe("the history of a deleted link", () => {
  it("is removed in batches by two instances with interruptions, without changing statistics", async () => {
    await linkWithHistory();
    const { id } = await linkWithHistory();
    const small = new RoundSize(portion, portion);
    const { links } = own.service;
    const { removalPortion } = links;
    links.removalPortion = small;
    onTestFinished(() => {
      links.removalPortion = removalPortion;
    });
    await own.query(`DELETE FROM "removal"`);
    await deleteRow(id);
    const expected = await readStatistics();
    let reads = 0;
    for (let round = 0; (await leftOf(id)).length > 0; round++) {
      const stopping = new AbortController();
      const removals = [0, 1].map(() => removeLeftHistory(stopping.signal));
      const aggregation = aggregateClicks();
      // Each round begins anew, so a later one needs more time to reach what is left.
      for (let read = 0; read < 3 + round / 10; read++, reads++) {
        expect(await readStatistics()).toEqual(expected);
        await turn();
      }
      stopping.abort();
      await Promise.all([...removals, aggregation]);
      if (round > 500) throw new Error("the removal does not come to an end");
    }
    expect(reads).toBeGreaterThan(3);
    expect(await readStatistics()).toEqual(expected);
    const { UncountedVisit: ofOneDay, LinkDayLabel: labels, ...others } = await largestRemovals();
    // Portions of these end with a day.
    expect([ofOneDay, labels]).toEqual([9, 9]);
    expect(Math.max(...Object.values(others))).toBe(portion);
  });

  it("waits for the aggregation without a connection, and ends when that is over", async () => {
    const { id } = await linkWithHistory();
    await deleteRow(id);
    const stopping = new AbortController();
    let removals: Promise<void>[] = [];
    const waiting = async () =>
      (
        await own.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
      ).rowCount;
    await own.inTransaction(async (query) => {
      await query(`SELECT pg_advisory_xact_lock(${0x66_6f_6c_64})`);
      removals = [new AbortController(), stopping].map(({ signal }) => removeLeftHistory(signal));
      await expect
        .poll(
          async () => (await own.query(`SELECT FROM "Click" WHERE "linkId" = ${id}`)).rowCount,
          { timeout: 30_000 },
        )
        .toBe(0);
      for (let look = 0; look < 30; look++, await sleep(10)) expect(await waiting()).toBe(0);
      stopping.abort();
      await removals[1];
      expect(await leftOf(id)).toContain("LinkDay");
    });
    await removals[0];
    await removeLeftHistory(new AbortController().signal);
    expect(await leftOf(id)).toEqual([]);
  });

  it("stays removed when its clicks are pending or replayed from a journal", async () => {
    const { id, late } = await linkWithHistory();
    await recordClicks([makeClick(id, now), makeClick(id, now)]);
    await deleteRow(id);
    const expected = await readStatistics();
    await removeLeftHistory(new AbortController().signal);
    expect(await leftOf(id)).toEqual([]);
    await recordClicksAgain([late, makeClick(id, now)]);
    await recordUncounted(uuidv7(), [{ linkId: id, at: now, kind: "unfurler", name: "Slack" }]);
    while (await aggregateClicks());
    expect(await leftOf(id)).toEqual([]);
    expect(await readStatistics()).toEqual(expected);
  });

  it("is removed by one instance at a time, of many small links together", async () => {
    const links = await Promise.all(
      Array.from({ length: 30 }, () =>
        createLink(
          { url: "https://example.com/", title: null, enabled: true, expiresAt: null },
          now,
        ),
      ),
    );
    for (const { id } of links) await recordClicks([makeClick(id, now)]);
    while (await aggregateClicks());
    await own.query(`DELETE FROM "removal"`);
    for (const { id } of links) await deleteRow(id);
    const expected = await readStatistics();
    await own.inTransaction(async (query) => {
      await query(`SELECT pg_advisory_xact_lock(${0x67_6f_6e_65})`);
      await removeLeftHistory(new AbortController().signal);
      expect((await own.query(`SELECT FROM "DeletedLink"`)).rowCount).toBe(links.length);
    });
    await removeLeftHistory(new AbortController().signal);
    for (const { id } of links) expect(await leftOf(id)).toEqual([]);
    expect(await readStatistics()).toEqual(expected);
    const { rows } = await own.query(
      `SELECT "rows" FROM "removal" WHERE "table" = 'LinkDay' AND "rows" > 0`,
    );
    expect(rows).toEqual([{ rows: links.length }]);
  });
});
