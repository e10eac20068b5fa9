import { expect, it } from "vitest";
import { counts } from "@/lib/config/counts";
import { databaseHealth } from "@/lib/database/database-health";
import { createLink } from "@/lib/links/create-link";
import { journal } from "@/lib/visits/journal";
import type { UncountedVisit } from "@/lib/visits/record-uncounted";
import { recordClick, recordUncountedVisit } from "@/lib/visits/visit-recorder";
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
