// Run: test
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  answerAndLose,
  enterLink,
  eventually,
  openBooks,
  rounds,
  useFaultService,
} from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import {
  type Answered,
  Control,
  countByStatus,
  Load,
  type Outcome,
  slowest,
  visitOnce,
} from "../support/load";
import { isFullRun } from "../support/run";

/**
 * Promise 3: redirects outlive the database, by every way to a link; and promise 6: they lead where
 * the owner said.
 */
const service = useFaultService({ env: { IGNORE_CASE: "true" } });
const answered: Answered[] = [];
const outageMs = 4_000 * Math.min(15, rounds);
let sent = 0;

const links = [
  { slug: "known-a" },
  { slug: "known-b", aliases: ["known-b-alias"] },
  { slug: "known-c", password: "open sesame" },
  { slug: "known-d", aliases: ["known-d-alias"], forwardQuery: true, forwardUtm: true },
];
const known = [
  "known-a",
  "known-b",
  "known-b-alias",
  "known-c",
  "known-d",
  "known-d-alias",
  "KNOWN-A",
  "Known-B-Alias.",
  "known-d.",
];
/** Those that do not redirect a click, to a visitor without the cookie. */
const others = [
  { slug: "over", expiresAt: "2020-01-01", expiredUrl: "https://over.example.com/" },
  { slug: "later", startsAt: "2999-01-01" },
  { slug: "off", enabled: false },
];
const any = (slugs: readonly string[]) => slugs[Math.floor(Math.random() * slugs.length)] ?? "";
/** Links that exist, but that nobody visited yet: to answer 404 for one of them would be a lie. */
const cold = (title: string) =>
  [1, 2, 3].map((number) => ({
    slug: `cold-${title.length}-${number}`,
    aliases: [`cold-${title.length}-${number}-alias`],
  }));
/** A link can be cold by one of its slugs alone. */
const coldSlugs = (title: string) => [
  `cold-${title.length}-1`,
  `cold-${title.length}-2-alias`,
  `COLD-${title.length}-3`,
];

const destinationOf = ({ slug, campaign }: Outcome) =>
  `https://example.com/${/^known-d/i.test(slug) ? `?utm_campaign=${campaign}` : ""}`;

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

const someOutages = Object.entries(outages).filter(
  ([title]) => isFullRun || title === "stopped at once",
);

describe.each(someOutages)("while Postgres is %s", (title, outage) => {
  it("cached links redirect, others get 503, and all clicks are stored", async () => {
    const { instance, database } = service;
    for (const link of [...links, ...others, ...cold(title)])
      if ((await instance.api.call("GET", `/api/links/${link.slug}`)).status === 404)
        await instance.api.create(link);
    const url = () => instance.server.url;
    const cookie = await enterLink(service, "known-c", "open sesame");
    const visit = (slug: string, headers = {}) =>
      visitOnce(url(), slug, `once-${sent++}.${slug}`, undefined, headers);
    const shown = async () => {
      const outcomes = await Promise.all(
        [...others.map(({ slug }) => slug), "known-c"].map((slug) => visit(slug)),
      );
      return outcomes.map(({ slug, status, location }) => ({ slug, status, location }));
    };
    const books = await openBooks(service);
    const single: Outcome[] = [];
    for (const slug of known) single.push(await visit(slug, { cookie }));
    expect(countByStatus(single)).toEqual({ 302: known.length });
    const before = await shown();
    expect(before.map(({ status }) => status)).toEqual([302, 404, 404, 200]);
    const visitors = new Load({ url, slug: () => any(known), headers: { cookie } });
    const control = new Control(url);
    const strangers: Load[] = [];
    try {
      await sleep(500);
      await outage.begin();
      const from = performance.now();
      strangers.push(
        new Load({
          url,
          workers: 2,
          pauseMs: 20,
          slug: () => `unknown-${Math.floor(Math.random() * 1_000_000)}`,
        }),
      );
      strangers.push(new Load({ url, workers: 1, pauseMs: 20, slug: () => any(coldSlugs(title)) }));
      await sleep(outageMs);
      await visitors.reached(500, from);
      await Promise.all(strangers.map((load) => load.stop()));
      expect(await shown()).toEqual(before);
      expect((await instance.readiness()).status).toBe(503);
      expect((await fetch(`${url()}/api/readyz?for=visitors`)).status).toBe(200);
      await outage.end();
      await sleep(500);
      await Promise.all([visitors, control].map((load) => load.stop()));

      expect(countByStatus(visitors.log)).toEqual({ 302: visitors.log.length });
      expect(slowest(visitors.log)).toBeLessThan(1_000 + control.storeMs);
      expect(
        visitors.log.filter((outcome) => outcome.location !== destinationOf(outcome)).slice(0, 5),
      ).toEqual([]);
      const asked = strangers.flatMap((load) => load.log);
      expect(countByStatus(asked)).toEqual({ 503: asked.length });
      expect(asked.filter(({ retryAfter }) => !Number(retryAfter))).toEqual([]);
      expect(slowest(asked)).toBeLessThan(1_000 + control.answerMs);
    } finally {
      await Promise.all([visitors, control, ...strangers].map((load) => load.stop()));
    }
    for (const slug of coldSlugs(title)) {
      const isFound = async () =>
        single.push(await visit(slug)) > 0 && single.at(-1)?.status === 302;
      expect(
        await eventually(isFound, 15_000),
        `${slug}, which could not be looked up, is found again`,
      ).toBe(true);
    }
    expect((await visit("nowhere")).status).toBe(404);
    await instance.untilDrained();
    expect(instance.journalFiles).toEqual([]);
    const clicks = [...visitors.log, ...single].filter(({ status }) => status === 302);
    answered.push(...clicks);
    expect(await books.findImbalances(clicks.length)).toEqual([]);
    expect(await findDiscrepancies(database.sql, answered, instance.api)).toEqual([]);
  });
});

describe("control: with the journal destroyed", () => {
  it("the same check reports every click as lost", async () => {
    const lost = await answerAndLose(service, "Known-B-Alias");
    expect(lost).not.toEqual([]);
    const missed = lost.map(
      ({ campaign }) => `answered but not stored: ${campaign} of Known-B-Alias`,
    );
    expect(await findDiscrepancies(service.database.sql, [...answered, ...lost])).toEqual(missed);
  });
});
