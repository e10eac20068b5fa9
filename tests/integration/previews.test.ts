// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import readOpenGraph from "open-graph-scraper";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rangeBetween } from "@/lib/core/date-range";
import { countBrokenDestinations } from "@/lib/previews/broken-destinations";
import { checkDestinations } from "@/lib/previews/check-destinations";
import { getPreviewStatus } from "@/lib/previews/preview-status";
import { refreshPreview } from "@/lib/previews/refresh-preview";
import { scrapePreview } from "@/lib/previews/scrape-preview";
import type { Service } from "@/lib/service/service";
import { browseLinks, browseQuerySchema } from "@/lib/stats/list/browse-links";
import { listFeed } from "@/lib/stats/report/feed";
import { listUncounted } from "@/lib/stats/report/uncounted";
import { type Destination, page, startDestination } from "../support/destinations";
import { inEnglish } from "../support/in-english";
import { createOwnService } from "../support/own-service";
import { ways } from "../support/run";
import { useService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const dayMs = 86_400_000;
const slack = { headers: { "User-Agent": browsers.slack } };
const html = `<title>Theirs</title><meta property="og:description" content="About it"><meta property="og:image" content="/i.png">`;

/** What the destination answers at each path, and what its answer waits for. */
const answers = new Map<string, Parameters<typeof page>>();
const gone: Parameters<typeof page> = ["", {}, 404];
const held = new Map<string, Promise<void>>();
const env = { SCRAPE_ALLOW_HOSTS: "", SCRAPE_ON_CREATE: "false" };
let destination: Destination;

beforeAll(async () => {
  destination = await startDestination({}, async (request, response) => {
    const path = request.url ?? "";
    await held.get(path);
    page(...(answers.get(path) ?? gone))(request, response);
  });
  env.SCRAPE_ALLOW_HOSTS = `${destination.host},localhost:${new URL(destination.url).port}`;
});
afterAll(() => destination.close());

/** A page of the destination that answers as the test sets it. */
function newPage(...answer: Parameters<typeof page>) {
  const path = `/page-${answers.size}`;
  answers.set(path, answer);
  return {
    url: destination.url + path,
    set: (...next: Parameters<typeof page>) => answers.set(path, next),
    hits: () => destination.requests.filter(({ url }) => url === path).length,
    /** Requests wait until the result is called. */
    hold: () => {
      let release = () => {};
      held.set(path, new Promise((resolve) => (release = resolve)));
      return () => {
        held.delete(path);
        release();
      };
    },
  };
}

const tagOf = (body: string, name: string) =>
  new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(body)?.[1] ?? null;

describe.each(ways)("a preview bot's visit, %s", (way) => {
  const service = useService({ way, env });
  const unfurl = async (slug: string) => (await visit(service.server, `/${slug}`, slack)).body;
  const failCount = async (slug: string) => (await service.api.get(slug)).ogFetchFailCount;

  it("shows the link's title with the destination's description and image, fetched once", async () => {
    const theirs = newPage(html);
    const link = await service.api.create({ url: theirs.url, title: "Ours" });
    const first = await visit(service.server, `/${link.slug}`, slack);
    expect(["title", "description", "image"].map((name) => tagOf(first.body, name))).toEqual([
      "Ours",
      "About it",
      `${destination.url}/i.png`,
    ]);
    expect(first.headers["cache-control"]).toBe("private, max-age=300");
    expect(await unfurl(link.slug)).toBe(first.body);
    expect(theirs.hits()).toBe(1);
    // As another's parser reads it.
    expect((await readOpenGraph({ html: first.body })).result).toMatchObject({
      ogTitle: "Ours",
      ogDescription: "About it",
      ogImage: [{ url: `${destination.url}/i.png` }],
      ogUrl: link.shortUrl,
      ogType: "website",
      ogSiteName: new URL(link.shortUrl).host,
      twitterCard: "summary_large_image",
    });
    expect(await service.api.get(link.slug)).toMatchObject({
      botHitCount: 2,
      clickCount: 0,
      ogFetchFailCount: 0,
      updatedAt: link.updatedAt,
    });
  });

  it("fetches nothing for people, other crawlers or inactive links", async () => {
    const theirs = newPage(html);
    const { slug } = await service.api.create({ url: theirs.url });
    for (const userAgent of [browsers.windows, browsers.googlebot, "curl/8"]) {
      await visit(service.server, `/${slug}`, { headers: { "User-Agent": userAgent } });
    }
    await service.api.patch(slug, { enabled: false });
    expect((await visit(service.server, `/${slug}`, slack)).status).toBe(404);
    await service.api.patch(slug, { enabled: true, expiresAt: "2020-01-01" });
    expect((await visit(service.server, `/${slug}`, slack)).status).toBe(404);
    expect(theirs.hits()).toBe(0);
  });

  it("counts failures until success, keeps the last good card and reports since when it fails", async () => {
    const theirs = newPage(html);
    const { slug, updatedAt } = await service.api.create({ url: theirs.url });
    await unfurl(slug);
    theirs.set("", {}, 503);
    for (const [day, count] of [
      [1, 1],
      [2, 2],
    ] as const) {
      await service.server.setClock(new Date(Date.now() + day * dayMs + 60_000).toISOString());
      expect(tagOf(await unfurl(slug), "description"), "the stale card is served").toBe("About it");
      await expect.poll(theirs.hits).toBe(1 + count);
      await expect.poll(() => failCount(slug)).toBe(count);
    }
    theirs.set(html.replace("About it", "New words"));
    await service.server.setClock(new Date(Date.now() + 3 * dayMs + 60_000).toISOString());
    await unfurl(slug);
    await expect.poll(() => failCount(slug)).toBe(0);
    expect(tagOf(await unfurl(slug), "description")).toBe("New words");
    await service.server.setClock(null);
    expect((await service.api.get(slug)).updatedAt).toBe(updatedAt);
  });

  it("backs off from a failing destination", async () => {
    const theirs = newPage("", {}, 500);
    const { slug, id } = await service.api.create({ url: theirs.url });
    expect(tagOf(await unfurl(slug), "title")).toBe(slug);
    // A minute ahead, so that these rounds come before the pause is over however long they take.
    await service.sql(
      `UPDATE "LinkPreview" SET "checkedAt" = "checkedAt" + interval '1 minute' WHERE "linkId" = $1`,
      [id],
    );
    for (let round = 0; round < 4; round++) expect(tagOf(await unfurl(slug), "title")).toBe(slug);
    expect([theirs.hits(), await failCount(slug)]).toEqual([1, 1]);
    await service.server.setClock(new Date(Date.now() + 62_000).toISOString());
    await unfurl(slug);
    expect([theirs.hits(), await failCount(slug)]).toEqual([2, 2]);
    await service.server.setClock(null);
  });

  it("resets the preview only when the destination changes", async () => {
    const [bad, good] = [newPage("", {}, 500), newPage(html)];
    const { slug } = await service.api.create({ url: bad.url });
    await unfurl(slug);
    await service.api.patch(slug, { title: "Renamed", url: bad.url });
    expect(await failCount(slug)).toBe(1);
    expect((await service.api.patch(slug, { url: good.url })).body.ogFetchFailCount).toBe(0);
    expect(tagOf(await unfurl(slug), "description")).toBe("About it");
    await service.api.patch(slug, { url: newPage("", {}, 500).url });
    expect(tagOf(await unfurl(slug), "description")).toBeNull();
    expect(await failCount(slug)).toBe(1);
  });

  it("discards a result for an outdated destination", async () => {
    const [old, next] = [newPage("", {}, 500), newPage(html)];
    const { slug } = await service.api.create({ url: old.url });
    const release = old.hold();
    const unfurling = unfurl(slug);
    await expect.poll(old.hits).toBe(1);
    await service.api.patch(slug, { url: next.url });
    release();
    await unfurling;
    expect(await failCount(slug)).toBe(0);
    expect(tagOf(await unfurl(slug), "description")).toBe("About it");
  });

  it("scrapes once for many concurrent visits", async () => {
    const theirs = newPage(html);
    const { slug } = await service.api.create({ url: theirs.url });
    const release = theirs.hold();
    const unfurling = Promise.all(Array.from({ length: 40 }, () => unfurl(slug)));
    await expect.poll(theirs.hits).toBe(1);
    release();
    for (const body of await unfurling) expect(tagOf(body, "description")).toBe("About it");
    expect(theirs.hits()).toBe(1);
    expect((await service.api.get(slug)).botHitCount).toBe(40);
  });

  it("waits two seconds for a first card, then gives the title alone", async () => {
    const theirs = newPage(html);
    const { slug } = await service.api.create({ url: theirs.url, title: "Ours" });
    const release = theirs.hold();
    const from = performance.now();
    const answer = await visit(service.server, `/${slug}`, slack);
    expect(performance.now() - from).toBeGreaterThan(1_900);
    // The scrape itself would give up after five.
    expect(await failCount(slug)).toBe(0);
    expect([answer.status, tagOf(answer.body, "title"), tagOf(answer.body, "description")]).toEqual(
      [200, "Ours", null],
    );
    expect(answer.headers["cache-control"]).toBe("private, max-age=60");
    release();
    await expect.poll(async () => tagOf(await unfurl(slug), "description")).toBe("About it");
    expect(theirs.hits()).toBe(1);
  });

  it("never reaches a private destination that is not allowed", async () => {
    const closed = await startDestination({ "/": page(html) });
    const { slug } = await service.api.create({ url: closed.url });
    expect(tagOf(await unfurl(slug), "description")).toBeNull();
    expect([closed.requests.length, await failCount(slug)]).toEqual([0, 1]);
    await closed.close();
  });
});

describe("previews in the dashboard", () => {
  const service = useService({ env });
  let own: Service;
  const forever = new AbortController().signal;

  beforeAll(() => {
    own = createOwnService(service.databaseUrl, { ...env, BASE_URL: service.server.url });
  });
  afterAll(() => own?.stop());

  it("a preview read on demand, and its status", async () => {
    const theirs = newPage(html);
    const { slug, updatedAt } = await service.api.create({ url: theirs.url });
    const none = {
      card: null,
      cardReadAt: null,
      lastCheckAt: null,
      lastReason: null,
      failingSince: null,
      failCount: 0,
      destination: "unchecked",
      brokenSince: null,
    };
    expect(await getPreviewStatus(slug)).toEqual(none);
    const good = await scrapePreview(slug);
    const card = {
      title: "Theirs",
      description: "About it",
      image: `${destination.url}/i.png`,
      siteName: null,
    };
    expect(good).toEqual({
      ...none,
      card,
      cardReadAt: good.lastCheckAt,
      lastCheckAt: expect.stringMatching(/Z$/),
      destination: "reachable",
    });
    theirs.set("", {}, 418);
    const failing = inEnglish(await scrapePreview(slug));
    expect(failing).toEqual({
      card,
      cardReadAt: good.cardReadAt,
      lastCheckAt: expect.stringMatching(/Z$/),
      lastReason: "HTTP 418.",
      failingSince: failing.lastCheckAt,
      failCount: 1,
      destination: "refusing",
      brokenSince: null,
    });
    const again = await scrapePreview(slug);
    expect(again).toMatchObject({ failingSince: failing.failingSince, failCount: 2 });
    theirs.set(html);
    expect(await scrapePreview(slug)).toMatchObject({
      lastReason: null,
      failingSince: null,
      failCount: 0,
      card,
    });
    expect((await service.api.get(slug)).updatedAt).toBe(updatedAt);
  });

  it("an unknown link", async () => {
    await expect(getPreviewStatus("nothing-here")).rejects.toMatchObject({ code: "not_found" });
    await expect(scrapePreview("nothing-here")).rejects.toMatchObject({ code: "not_found" });
  });

  it("a destination is broken only if checks a day apart say so", async () => {
    const theirs = newPage("", {}, 500);
    const { slug, id } = await service.api.create({ url: theirs.url });
    const readAt = async (afterMs: number) => {
      await refreshPreview({ linkId: id, url: theirs.url }, () => new Date(from + afterMs));
      return (await getPreviewStatus(slug)).destination;
    };
    const isReported = async () => {
      const now = new Date(from + 10 * dayMs);
      const items = await listFeed({ ownerId: "nobody", failedChecks: [], most: 100, now });
      const { links } = await browseLinks(
        browseQuerySchema.parse({ state: "broken", q: slug }),
        now,
      );
      const listed = await service.api.list(`?state=broken&q=${slug}`);
      const reports = [
        items.some((item) => item.kind === "broken" && item.link.slug === slug),
        links.length > 0,
        listed.total > 0,
      ];
      expect(new Set(reports).size).toBe(1);
      return reports[0];
    };
    const health = async () => (await service.api.call("GET", `/api/links/${slug}/health`)).body;
    const from = Date.now();
    expect(await health()).toEqual({
      state: "unchecked",
      reason: null,
      checkedAt: null,
      brokenSince: null,
    });
    for (const other of ["nothing-here", "%00"])
      expect((await service.api.call("GET", `/api/links/${other}/health`)).status).toBe(404);
    const before = await countBrokenDestinations(new Date());
    expect([
      await readAt(0),
      await readAt(60_000),
      await readAt(dayMs - 1),
      await isReported(),
    ]).toEqual(["failing", "failing", "failing", false]);
    expect([
      await readAt(dayMs),
      await isReported(),
      await countBrokenDestinations(new Date()),
    ]).toEqual(["broken", true, before + 1]);
    expect(await getPreviewStatus(slug)).toMatchObject({ destination: "broken", failCount: 4 });
    expect((await service.api.get(slug)).ogFetchFailCount).toBe(4);
    const brokenSince = new Date(from).toISOString();
    expect(await health()).toEqual({
      state: "broken",
      reason: "HTTP 500.",
      checkedAt: new Date(from + dayMs).toISOString(),
      brokenSince,
    });
    // It answers again, though not to programs. The scrape still fails.
    theirs.set("", {}, 403);
    expect([await readAt(2 * dayMs), await isReported()]).toEqual(["refusing", false]);
    expect(await getPreviewStatus(slug)).toMatchObject({
      brokenSince: null,
      failCount: 5,
      failingSince: new Date(from).toISOString(),
    });
    theirs.set("", {}, 404);
    expect([await readAt(3 * dayMs), await isReported()]).toEqual(["failing", false]);
    theirs.set("%PDF-1.7", { "Content-Type": "application/pdf" });
    expect([await readAt(5 * dayMs), await isReported()]).toEqual(["reachable", false]);
    expect(await health()).toMatchObject({ state: "reachable", reason: null, brokenSince: null });
    expect((await service.api.get(slug)).ogFetchFailCount, "a PDF has no preview").toBe(7);
    await service.api.remove(slug);
  });

  it("a destination moved only if every check of a day ends at another domain", async () => {
    // Another host of the same server stands for another domain.
    const port = new URL(destination.url).port;
    const elsewhere = (path: string) => `http://localhost:${port}${path}`;
    const there = newPage("<title>Welcome</title>");
    const moved = ["", { Location: elsewhere(new URL(there.url).pathname) }, 302] as const;
    const theirs = newPage(html);
    const { slug, id } = await service.api.create({ url: theirs.url });
    const from = Date.now();
    const readAt = async (afterMs: number) => {
      await refreshPreview({ linkId: id, url: theirs.url }, () => new Date(from + afterMs));
      return (await getPreviewStatus(slug)).destination;
    };
    const isReported = async () => {
      const now = new Date(from + 10 * dayMs);
      const items = await listFeed({ ownerId: "nobody", failedChecks: [], most: 100, now });
      const { links } = await browseLinks(
        browseQuerySchema.parse({ state: "moved", q: slug }),
        now,
      );
      const listed = await service.api.list(`?state=moved&q=${slug}`);
      const reports = [
        items.some((item) => item.kind === "moved" && item.link.slug === slug),
        links[0]?.movedTo === "localhost",
        listed.total > 0,
      ];
      expect(new Set(reports).size).toBe(1);
      return reports[0];
    };
    const health = async () => (await service.api.call("GET", `/api/links/${slug}/health`)).body;
    expect(await readAt(0)).toBe("reachable");
    // A consent page, once and back.
    theirs.set(...moved);
    expect(await readAt(dayMs)).toBe("reachable");
    theirs.set(html);
    expect(await readAt(2 * dayMs)).toBe("reachable");
    theirs.set(...moved);
    expect(await readAt(3 * dayMs)).toBe("reachable");
    // A night in which it does not answer proves nothing.
    theirs.set("", {}, 503);
    expect([await readAt(4 * dayMs), await isReported()]).toEqual(["failing", false]);
    theirs.set(...moved);
    expect([await readAt(4 * dayMs + 1), await isReported()]).toEqual(["moved", true]);
    expect(await health()).toMatchObject({
      state: "moved",
      reason: null,
      moved: {
        from: "127.0.0.1",
        to: "localhost",
        since: new Date(from + 3 * dayMs).toISOString(),
      },
    });
    // Whoever saw another host is not right about this one.
    const keep = (expectedHost: string) =>
      service.api.call("PATCH", `/api/links/${slug}/health`, { expectedHost });
    expect((await keep("elsewhere.example")).status).toBe(412);
    expect(await keep("localhost")).toMatchObject({ status: 200, body: { state: "reachable" } });
    const noted = await service.sql(
      `SELECT "event", "detail" FROM "AuditEvent" WHERE "about" = $1`,
      [`/${slug}`],
    );
    expect(inEnglish(noted)).toEqual([{ event: "moved-host-kept", detail: "localhost" }]);
    expect([await readAt(6 * dayMs), await isReported()]).toEqual(["reachable", false]);
    // Its own domain is always right.
    theirs.set(html);
    expect([await readAt(7 * dayMs), await readAt(9 * dayMs)]).toEqual(["reachable", "reachable"]);
    await service.api.remove(slug);
  });

  it("a moved destination is checked also without clicks, and two looks months apart prove no move", async () => {
    const there = newPage("<title>Welcome</title>");
    const theirs = newPage(html);
    const { id } = await service.api.create({ url: theirs.url });
    const from = Date.now();
    const move = async () => {
      const [row] = await service.sql<{ since: Date | null; isMoved: boolean }>(
        `SELECT "movedSince" AS "since", "movedAt" >= "movedSince" + interval '1 day' AS "isMoved" FROM "LinkPreview" WHERE "linkId" = $1`,
        [id],
      );
      return row?.since ? [(row.since.getTime() - from) / dayMs, row.isMoved] : null;
    };
    const readAt = async (days: number) => {
      const at = new Date(from + days * dayMs);
      await refreshPreview({ linkId: id, url: theirs.url }, () => at);
      return move();
    };
    expect(await readAt(0)).toBeNull();
    theirs.set("", { Location: there.url.replace("127.0.0.1", "localhost") }, 302);
    expect(await readAt(1)).toEqual([1, false]);
    expect(await readAt(60)).toEqual([60, false]);
    expect(await readAt(62)).toEqual([60, true]);
    theirs.set(html);
    await checkDestinations(24, () => new Date(from + 64 * dayMs), forever, 0);
    expect(await move()).toBeNull();
  });

  it("what a title says is a hint, and no state", async () => {
    const theirs = newPage("<title>example.com is for sale</title>");
    const { slug } = await service.api.create({ url: theirs.url });
    expect(await scrapePreview(slug)).toMatchObject({ destination: "reachable", hint: "forSale" });
    const { body } = await service.api.call("GET", `/api/links/${slug}/health`);
    expect(body).toMatchObject({ state: "reachable", hint: "forSale" });
    await service.api.remove(slug);
  });

  it("two processes scrape once and both get the result", async () => {
    const theirs = newPage(html);
    const { slug } = await service.api.create({ url: theirs.url });
    const release = theirs.hold();
    const here = scrapePreview(slug);
    await expect.poll(theirs.hits).toBe(1);
    const there = visit(service.server, `/${slug}`, slack);
    await sleep(300);
    release();
    expect((await here).card?.title).toBe("Theirs");
    expect(tagOf((await there).body, "description")).toBe("About it");
    expect(theirs.hits()).toBe(1);
  });

  it("the claim of a crashed process expires", async () => {
    const theirs = newPage(html);
    const { slug, id } = await service.api.create({ url: theirs.url });
    await service.sql(
      `INSERT INTO "LinkPreview" ("linkId", "claimedUntil") VALUES ($1, now() + interval '1 hour')`,
      [id],
    );
    const waiting = scrapePreview(slug);
    await sleep(300);
    await service.sql(`UPDATE "LinkPreview" SET "claimedUntil" = now() WHERE "linkId" = $1`, [id]);
    await waiting;
    expect(theirs.hits()).toBe(0);
    expect((await scrapePreview(slug)).card?.title).toBe("Theirs");
  });

  it("deleting a link deletes its preview, even while it is being read", async () => {
    const theirs = newPage(html);
    const { slug, id } = await service.api.create({ url: theirs.url });
    const release = theirs.hold();
    const reading = refreshPreview({ linkId: id, url: theirs.url }, () => new Date());
    await expect.poll(theirs.hits).toBe(1);
    await service.api.remove(slug);
    release();
    await reading;
    expect(await service.sql(`SELECT * FROM "LinkPreview" WHERE "linkId" = $1`, [id])).toEqual([]);
  });

  it("uncounted visits by name", async () => {
    const { slug, id } = await service.api.create({});
    const ask = (userAgent: string, headers = {}) =>
      visit(service.server, `/${slug}`, { headers: { "User-Agent": userAgent, ...headers } });
    await service.server.setClock("2031-03-01T12:00:00Z");
    await ask(browsers.slack);
    await service.server.setClock("2031-03-02T12:00:00Z");
    for (const userAgent of [browsers.slack, browsers.slack, browsers.googlebot])
      await ask(userAgent);
    await ask(browsers.windows, { "Sec-Purpose": "prefetch" });
    await ask(browsers.windows);
    await service.server.setClock(null);
    const march = (first: number) =>
      rangeBetween(new Date(Date.UTC(2031, 2, first)), new Date("2031-03-31"));
    await expect.poll(() => listUncounted(id, march(1))).toHaveLength(3);
    const entries = await listUncounted(id, march(1));
    expect(entries.map(({ kind, name, count }) => [kind, name, count])).toEqual([
      ["unfurler", "Slack", 3],
      ["crawler", "Googlebot", 1],
      ["prefetch", "", 1],
    ]);
    expect(entries[0]?.firstSeenAt).toMatch(/^2031-03-01T12:00:0/);
    expect(entries[0]?.lastSeenAt).toMatch(/^2031-03-02T12:00:0/);
    expect((await listUncounted(id, march(2)))[0]).toMatchObject({ name: "Slack", count: 2 });
  });

  it("failing destinations, those of clicked links and new ones are checked", async () => {
    const failing = newPage("", {}, 500);
    const [clicked, fresh, old, disabled, good] = [
      newPage(html),
      newPage(html),
      newPage(html),
      newPage("", {}, 500),
      newPage(html),
    ];
    const link = async (theirs: { url: string }) =>
      (await service.api.create({ url: theirs.url })).slug;
    const [failingSlug, clickedSlug, disabledSlug, goodSlug] = [
      await link(failing),
      await link(clicked),
      await link(disabled),
      await link(good),
    ];
    await link(fresh);
    for (const slug of [clickedSlug, await link(old)]) {
      await service.sql(
        `UPDATE "Link" SET "createdAt" = now() - interval '31 days', "updatedAt" = now() - interval '31 days' WHERE "slug" = $1`,
        [slug],
      );
    }
    for (const slug of [failingSlug, disabledSlug, goodSlug]) await scrapePreview(slug);
    await service.api.patch(disabledSlug, { enabled: false });
    await visit(service.server, `/${clickedSlug}`);
    const hits = () =>
      [failing, clicked, fresh, old, disabled, good].map((theirs) => theirs.hits());
    const check = (afterMs: number, signal = forever) =>
      checkDestinations(24, () => new Date(Date.now() + afterMs), signal, 0);
    await check(0);
    expect(hits(), "the clicked and the new one were never checked").toEqual([1, 1, 1, 0, 1, 1]);
    await check(dayMs - 60_000);
    expect(hits(), "nothing is due").toEqual([1, 1, 1, 0, 1, 1]);
    await check(dayMs + 60_000);
    expect(hits()).toEqual([2, 2, 1, 0, 1, 1]);
    expect(await getPreviewStatus(failingSlug)).toMatchObject({
      failCount: 2,
      destination: "broken",
    });
    await check(3 * dayMs, AbortSignal.abort());
    expect(hits()).toEqual([2, 2, 1, 0, 1, 1]);
    await check(40 * dayMs);
    expect(hits(), "the last click is too long ago").toEqual([3, 2, 1, 0, 1, 1]);
  });

  it("an edited destination of an old link is checked, a destination without a preview only while it is clicked", async () => {
    const [edited, file] = [
      newPage(html),
      newPage("%PDF-1.7", { "Content-Type": "application/pdf" }),
    ];
    const { slug } = await service.api.create({});
    const other = await service.api.create({ url: file.url });
    await scrapePreview(other.slug);
    await service.sql(
      `UPDATE "Link" SET "createdAt" = now() - interval '31 days', "updatedAt" = now() - interval '31 days' WHERE "slug" = $1`,
      [slug],
    );
    await service.api.patch(slug, { url: edited.url });
    await checkDestinations(24, () => new Date(Date.now() + 2 * dayMs), forever, 0);
    expect([edited.hits(), file.hits()]).toEqual([1, 1]);
  });

  it("one host is asked 45 times a round however it is spelled, and each link once, also by two rounds at a time", async () => {
    const alone = newPage(html);
    const host = "http://127.0.0.9";
    for (let index = 0; index < 30; index++)
      for (const port of ["", ":80"]) await service.api.create({ url: `${host}${port}/${index}` });
    await service.api.create({ url: alone.url });
    const round = () => checkDestinations(24, () => new Date(), forever, 0);
    const checked = async () => {
      const of = `FROM "LinkPreview" p JOIN "Link" l ON l."id" = p."linkId" JOIN "LinkCounter" c USING ("linkId")`;
      const by = `WHERE l."url" LIKE '${host}%' AND "checkedAt" IS NOT NULL`;
      return (
        await service.sql(
          `SELECT count(*)::int, max("ogFetchFailCount")::int AS "times" ${of} ${by}`,
        )
      )[0];
    };
    await round();
    expect([await checked(), alone.hits()]).toEqual([{ count: 45, times: 1 }, 1]);
    await Promise.all([round(), round()]);
    expect([await checked(), alone.hits()]).toEqual([{ count: 60, times: 1 }, 1]);
  });

  it("a link that cannot be checked keeps no other from being checked", async () => {
    const pages = [newPage(html), newPage(html), newPage(html)];
    for (const { url } of pages) await service.api.create({ url });
    await service.sql(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'locked'; END $$`,
    );
    await service.sql(`CREATE TRIGGER refuse BEFORE INSERT ON "LinkPreview" FOR EACH ROW
      WHEN (NEW."linkId" % 2 = 0) EXECUTE FUNCTION refuse()`);
    try {
      await checkDestinations(24, () => new Date(), forever, 0);
    } finally {
      await service.sql(`DROP FUNCTION refuse() CASCADE`);
    }
    const hits = pages.reduce((sum, { hits }) => sum + hits(), 0);
    expect(hits).toBeGreaterThan(0);
    expect(hits).toBeLessThan(3);
  });

  it("the addresses of rules are checked and reported like the destination", async () => {
    const [main, ios, german] = [newPage(html), newPage("", {}, 500), newPage(html)];
    const { slug, id } = await service.api.create({
      url: main.url,
      ios: ios.url,
      android: "https://192.0.2.1/private",
      geo: { DE: german.url },
    });
    const health = async () =>
      (
        await service.api.call<{
          state: string;
          destinations: { destination: string; state: string; reason: string | null }[];
        }>("GET", `/api/links/${slug}/health`)
      ).body;
    const states = async () =>
      Object.fromEntries(
        (await health()).destinations.map(({ destination, state }) => [destination, state]),
      );
    const checkAt = (afterMs: number) =>
      checkDestinations(24, () => new Date(Date.now() + afterMs), forever, 0);
    const listed = async () => (await service.api.list(`?state=broken&q=${slug}`)).total;
    expect(await states()).toEqual({ ios: "unchecked", android: "unchecked", DE: "unchecked" });
    await checkAt(0);
    expect(await states()).toEqual({ ios: "failing", android: "unknown", DE: "reachable" });
    const before = await countBrokenDestinations(new Date());
    await checkAt(dayMs + 1_000);
    expect(await states()).toEqual({ ios: "broken", android: "unknown", DE: "reachable" });
    expect([(await health()).state, await listed()]).toEqual(["reachable", 1]);
    expect(await countBrokenDestinations(new Date())).toBe(before + 1);
    const now = new Date(Date.now() + 10 * dayMs);
    const items = await listFeed({ ownerId: "nobody", failedChecks: [], most: 100, now });
    expect(items.some((item) => item.kind === "broken" && item.link.slug === slug)).toBe(true);
    const { links } = await browseLinks(browseQuerySchema.parse({ state: "broken", q: slug }), now);
    expect(inEnglish(links).map(({ brokenReason }) => brokenReason)).toEqual(["HTTP 500."]);
    // Another address starts anew.
    await service.api.patch(slug, { ios: `${main.url}?other` });
    expect([(await states()).ios, await listed()]).toEqual(["unchecked", 0]);
    await scrapePreview(slug);
    expect((await states()).ios).not.toBe("unchecked");
    // What no rule has any more is forgotten.
    const stored = async () =>
      (
        await service.sql(`SELECT "destination" FROM "RuleCheck" WHERE "linkId" = $1 ORDER BY 1`, [
          id,
        ])
      ).map(({ destination }) => destination);
    expect(await stored()).toEqual(["DE", "android", "ios"]);
    await service.api.patch(slug, { ios: null });
    await checkAt(0);
    expect(await stored()).toEqual(["DE", "android"]);
    // Two rules of one name, which the service refuses, do not end the checks of all links.
    await service.sql(`UPDATE "Link" SET "languages" = $2 WHERE "id" = $1`, [
      id,
      JSON.stringify({ DE: german.url, android: main.url }),
    ]);
    await checkAt(0);
    expect([await stored(), await listed()]).toEqual([["DE", "android"], 0]);
    await service.api.remove(slug);
  });

  it("a success that the version before stored ends the failures", async () => {
    const theirs = newPage("", {}, 500);
    const { slug, id } = await service.api.create({ url: theirs.url });
    const readAt = async (afterMs: number) => {
      await refreshPreview({ linkId: id, url: theirs.url }, () => new Date(Date.now() + afterMs));
      return (await getPreviewStatus(slug)).destination;
    };
    expect([await readAt(0), await readAt(dayMs)]).toEqual(["failing", "broken"]);
    await service.sql(
      `UPDATE "LinkPreview" SET "failingSince" = NULL, "failReason" = NULL, "checkedAt" = now() WHERE "linkId" = $1`,
      [id],
    );
    expect((await getPreviewStatus(slug)).destination).toBe("reachable");
    expect([await readAt(3 * dayMs), await readAt(3 * dayMs + 60_000)]).toEqual([
      "failing",
      "failing",
    ]);
    await service.api.remove(slug);
  });
});

describe("SCRAPE_ON_CREATE", () => {
  const on = { ...env, SCRAPE_ON_CREATE: "true" };
  beforeAll(() => {
    on.SCRAPE_ALLOW_HOSTS = destination.host;
  });
  const service = useService({ env: on });

  it("reads a new destination in the background", async () => {
    const [first, second] = [newPage("", {}, 500), newPage(html)];
    const release = first.hold();
    const { slug, ogFetchFailCount } = await service.api.create({ url: first.url });
    expect(ogFetchFailCount).toBe(0);
    release();
    await expect.poll(async () => (await service.api.get(slug)).ogFetchFailCount).toBe(1);
    await service.api.patch(slug, { title: "x", url: first.url });
    await service.api.patch(slug, { url: second.url });
    await expect.poll(second.hits).toBe(1);
    expect([first.hits(), (await service.api.get(slug)).ogFetchFailCount]).toEqual([1, 0]);
  });
});
