import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { answerAndLose, eventually, openBooks, rounds, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, countByStatus, Load, refusedAtOnce, slowest, visitOnce } from "../support/load";

/** Promise 3: redirects outlive the database. */
const service = useFaultService();
const answered: Answered[] = [];
const outageMs = 4_000 * Math.min(15, rounds);

const known = ["known-a", "known-b", "known-c"];
const any = (slugs: readonly string[]) => slugs[Math.floor(Math.random() * slugs.length)] ?? "";
/** Links that exist, but that nobody visited yet: to answer 404 for one of them would be a lie. */
const cold = (title: string) => [1, 2, 3].map((number) => `cold-${title.length}-${number}`);

const outages = {
  "stopped at once": {
    begin: () => service.database.crash(),
    end: () => service.database.restart(),
  },
  "behind a line that went silent": {
    begin: async () => {
      service.database.proxy.swallowsNew = true;
      service.database.proxy.silence();
    },
    end: async () => {
      service.database.proxy.swallowsNew = false;
      service.database.proxy.cut();
    },
  },
};

describe.each(Object.entries(outages))("while Postgres is %s", (title, outage) => {
  it("cached links redirect, others get 503, and all clicks are stored", async () => {
    const { instance, database } = service;
    for (const slug of [...known, ...cold(title)])
      if ((await instance.api.call("GET", `/api/links/${slug}`)).status === 404) await instance.api.create({ slug });
    const url = () => instance.server.url;
    const books = await openBooks(service);
    for (const slug of known) expect((await visitOnce(url(), slug, "warm-up")).status).toBe(302);
    const visitors = new Load({ url, slug: () => any(known) });
    const control = refusedAtOnce(url);
    const strangers: Load[] = [];
    try {
      await sleep(500);
      await outage.begin();
      const from = performance.now();
      strangers.push(new Load({ url, workers: 2, pauseMs: 20, slug: () => `unknown-${Math.floor(Math.random() * 1_000_000)}` }));
      strangers.push(new Load({ url, workers: 1, pauseMs: 20, slug: () => any(cold(title)) }));
      await sleep(outageMs);
      await visitors.reached(500, from);
      await Promise.all(strangers.map((load) => load.stop()));
      expect((await instance.readiness()).status).toBe(503);
      expect((await fetch(`${url()}/api/readyz?for=visitors`)).status).toBe(200);
      await outage.end();
      await sleep(500);
      await Promise.all([visitors, control].map((load) => load.stop()));

      expect(countByStatus(visitors.log)).toEqual({ 302: visitors.log.length });
      expect(slowest(visitors.log)).toBeLessThan(1_000 + slowest(control.log));
      const asked = strangers.flatMap((load) => load.log);
      expect(countByStatus(asked)).toEqual({ 503: asked.length });
      expect(asked.filter(({ retryAfter }) => !Number(retryAfter))).toEqual([]);
      expect(slowest(asked)).toBeLessThan(1_000 + slowest(control.log));
    } finally {
      await Promise.all([visitors, control, ...strangers].map((load) => load.stop()));
    }
    const found = await eventually(async () => (await visitOnce(url(), cold(title)[0] ?? "", "afterwards")).status === 302, 15_000);
    expect(found, "a link that could not be looked up is found again").toBe(true);
    expect((await visitOnce(url(), "nowhere", "afterwards")).status).toBe(404);
    await instance.untilDrained();
    expect(instance.journalFiles).toEqual([]);
    answered.push(...visitors.answered());
    // With the three visits that warmed up, and the last one.
    expect(await books.findImbalances(visitors.answered().length + known.length + 1)).toEqual([]);
    // The two visits above share their campaigns on purpose; they are no part of the books.
    await database.sql(`UPDATE "Click" SET "utmCampaign" = NULL WHERE "utmCampaign" IN ('warm-up', 'afterwards')`);
    expect(await findDiscrepancies(database.sql, answered, instance.api)).toEqual([]);
  });
});

describe("control: with the journal destroyed", () => {
  it("the same check reports every click as lost", async () => {
    const lost = await answerAndLose(service, "known-a");
    expect(lost).not.toEqual([]);
    const missed = lost.map(({ campaign }) => `answered but not stored: ${campaign} of known-a`);
    expect(await findDiscrepancies(service.database.sql, [...answered, ...lost])).toEqual(missed);
  });
});
