// Run: all
import { beforeEach, describe, expect, it } from "vitest";
import { deleteOld } from "@/lib/service/retention";
import { findMeantSlugs } from "@/lib/stats/report/meant-slugs";
import { ignoreSlug, listIgnoredSlugs, listMissedLinks } from "@/lib/stats/report/missed-links";
import { countMissed, storeMissed } from "@/lib/visits/missed-slugs";
import { createLink, updateLink } from "../support/links";
import { useOwnDatabase } from "../support/own-database";
import { useService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const dayMs = 86_400_000;

describe("missed links", () => {
  const database = useOwnDatabase();
  const now = new Date("2026-11-19T14:20:00.000Z");
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);

  beforeEach(async () => {
    await storeMissed();
    for (const table of ["MissedSlug", "IgnoredSlug", "Link"])
      await database.query(`DELETE FROM "${table}"`);
  });

  const note = (
    slug: string,
    {
      at = now,
      method = "GET",
      headers = {},
    }: { at?: Date; method?: string; headers?: Record<string, string> } = {},
  ) => {
    const given: Record<string, string> = { "user-agent": browsers.windows, ...headers };
    countMissed({
      method,
      slug,
      query: "",
      header: (name) => given[name] ?? null,
      domain: null,
      peerAddress: "127.0.0.1",
      at,
    });
  };
  const listed = async (days = 30) =>
    (await listMissedLinks(days, now)).missedLinks.map(({ slug, count }) => `${slug} ${count}`);

  it("are counted by day, with the last visit, most asked for first", async () => {
    for (const at of [now, ago(0.01), ago(1), ago(29)]) note("sprnig-sale", { at });
    note("Sprnig-Sale");
    await storeMissed();
    note("sprnig-sale", { at: ago(0.02) });
    await storeMissed();
    expect((await listMissedLinks(30, now)).missedLinks).toEqual([
      { slug: "sprnig-sale", count: 5, lastSeenAt: now.toISOString() },
      { slug: "Sprnig-Sale", count: 1, lastSeenAt: now.toISOString() },
    ]);
    expect(await listed(1)).toEqual(["sprnig-sale 3", "Sprnig-Sale 1"]);
    expect(await listed(2)).toEqual(["sprnig-sale 4", "Sprnig-Sale 1"]);
  });

  it("are one slip from the link that was meant, of several the most clicked", async () => {
    for (const slug of ["contour", "Early-Bird", "north-wall", "cat"])
      await createLink(
        { slug, url: "https://example.com/", title: null, enabled: true, expiresAt: null },
        now,
      );
    const meant = await findMeantSlugs([
      "contuor",
      "contours",
      "cont_ur",
      "early_bird",
      "north-wall-2025",
      "cta",
      "catt",
      "other",
      "%our",
    ]);
    expect(Object.fromEntries(meant)).toEqual({
      contuor: "contour",
      contours: "contour",
      cont_ur: "contour",
      early_bird: "Early-Bird",
      catt: "cat",
    });
  });

  it("are those of people's browsers", async () => {
    note("asked", { method: "HEAD" });
    for (const userAgent of [
      browsers.slack,
      browsers.googlebot,
      "curl/8",
      "",
      "Mozilla/5.0 zgrab/0.x",
    ])
      note("asked", { headers: { "user-agent": userAgent } });
    note("asked", { headers: { "sec-purpose": "prefetch" } });
    note("asked", { headers: { cookie: "slugline.test=asked" } });
    note("wp-admin");
    await storeMissed();
    expect(await listed()).toEqual([]);
    note("asked");
    await storeMissed();
    expect(await listed()).toEqual(["asked 1"]);
  });

  it("leave out what is ignored, until it is shown again", async () => {
    note("typo");
    await storeMissed();
    for (let round = 0; round < 2; round++)
      expect(await ignoreSlug("typo", true, now)).toEqual({ slug: "typo", ignored: true });
    expect([await listed(), await listIgnoredSlugs()]).toEqual([[], ["typo"]]);
    note("typo");
    await storeMissed();
    await ignoreSlug("typo", false, now);
    expect([await listed(), await listIgnoredSlugs()]).toEqual([["typo 1"], []]);
    await expect(ignoreSlug("no slug", true, now)).rejects.toMatchObject({ code: "not_found" });
  });

  it("leave out a slug that a link has by now", async () => {
    note("launch");
    await storeMissed();
    await createLink(
      { slug: "launch", url: "https://example.com/", title: null, enabled: true, expiresAt: null },
      now,
    );
    note("launched");
    await storeMissed();
    expect(await listed()).toEqual(["launched 1"]);
    await updateLink("launch", { aliases: ["launched"] }, now);
    expect(await listed()).toEqual([]);
  });

  it("are bounded in memory and on each day, and those known already keep counting", async () => {
    note("early", { at: ago(1) });
    await storeMissed();
    for (let index = 0; index < 3_000; index++) note(`guess-${index}`, { at: ago(1) });
    for (let round = 0; round < 7; round++) note("guess-999", { at: ago(1) });
    for (const slug of ["early", "guess-1", "too-late"]) note(slug, { at: ago(1) });
    await storeMissed();
    const { rows } = await database.query(`SELECT count(*)::int AS "count" FROM "MissedSlug"`);
    expect(rows).toEqual([{ count: 500 }]);
    const slugs = await listed();
    // The list shows the first hundred. What came after the memory was full is gone.
    expect(slugs.slice(0, 2)).toEqual(["guess-999 8", "guess-1 2"]);
    note("guess-999", { at: ago(1) });
    note("too-late", { at: ago(1) });
    note("today");
    await storeMissed();
    const counts = await database.query(
      `SELECT "slug", "count"::int FROM "MissedSlug" WHERE "slug" IN ('guess-999', 'too-late', 'today') ORDER BY 1`,
    );
    expect(counts.rows).toEqual([
      { slug: "guess-999", count: 9 },
      { slug: "today", count: 1 },
    ]);
  });

  it("make room on a full day for what is asked for more often, or later", async () => {
    for (let index = 0; index < 500; index++) note(`guess-${index}`, { at: ago(0.1) });
    await storeMissed();
    for (const slug of ["sprnig-sale", "sprnig-sale", "once"]) note(slug);
    await storeMissed();
    note("before", { at: ago(0.2) });
    await storeMissed();
    expect((await listed()).slice(0, 2)).toEqual(["sprnig-sale 2", "once 1"]);
    const { rows } = await database.query(
      `SELECT count(*)::int, bool_or("slug" = 'before') AS "before" FROM "MissedSlug"`,
    );
    expect(rows).toEqual([{ count: 500, before: false }]);
  });

  it("are kept in memory while the database cannot store them", async () => {
    note("waiting");
    await database.query(`ALTER TABLE "MissedSlug" RENAME TO "Away"`);
    try {
      await expect(storeMissed()).rejects.toThrow();
      note("waiting", { at: ago(0.01) });
    } finally {
      await database.query(`ALTER TABLE "Away" RENAME TO "MissedSlug"`);
    }
    await storeMissed();
    expect((await listMissedLinks(30, now)).missedLinks).toEqual([
      { slug: "waiting", count: 2, lastSeenAt: now.toISOString() },
    ]);
  });

  it("are listed up to a hundred, with how many more there are", async () => {
    for (let index = 0; index < 103; index++) note(`asked-${index}`);
    await storeMissed();
    const { missedLinks, more } = await listMissedLinks(30, now);
    expect([missedLinks.length, more]).toEqual([100, 3]);
  });

  it("are forgotten after 90 days", async () => {
    for (const days of [89, 90, 200]) note(`asked-${days}`, { at: ago(days) });
    await storeMissed();
    await deleteOld("MissedSlug", now);
    expect((await database.query(`SELECT "slug" FROM "MissedSlug"`)).rows).toEqual([
      { slug: "asked-89" },
    ]);
    expect(await listed(90)).toEqual(["asked-89 1"]);
  });
});

/** Next alone notes the same: `both-ways`. */
describe("missed links", () => {
  const service = useService();
  const ask = (slug: string, address: string, method = "GET") =>
    visit(service.server, `/${slug}?utm_source=x`, {
      method,
      headers: { "User-Agent": browsers.iphone, "X-Forwarded-For": address },
    });
  const missed = async (query = "") =>
    (
      await service.api.call<{ missedLinks: { slug: string; count: number }[] }>(
        "GET",
        `/api/missed-links${query}`,
      )
    ).body.missedLinks;

  it("appear in the API, without what exists or is tried out", async () => {
    const off = await service.api.create({ slug: "switched-off", enabled: false });
    const over = await service.api.create({ slug: "long-over", expiresAt: "2020-01-01" });
    for (const slug of [off.slug, over.slug])
      expect((await ask(slug, "192.0.2.1")).status).toBe(404);
    for (let index = 0; index < 9; index++)
      expect((await ask(`guess-${index}`, "192.0.2.2")).status).toBe(404);
    for (const address of ["192.0.2.3", "192.0.2.4"])
      expect((await ask("sprnig-sale", address)).status).toBe(404);
    await expect
      .poll(async () => (await missed())[0])
      .toMatchObject({ slug: "sprnig-sale", count: 2 });
    expect((await missed("?days=1")).map(({ slug }) => slug).sort()).toEqual([
      "guess-0",
      "guess-1",
      "guess-2",
      "guess-3",
      "guess-4",
      "sprnig-sale",
    ]);
    expect(JSON.stringify(await service.sql(`SELECT * FROM "MissedSlug"`))).not.toContain(
      "192.0.2",
    );
    expect((await service.api.call("GET", "/api/missed-links?days=0")).status).toBe(400);
  });

  it("can be ignored", async () => {
    const ignore = (slug: string, body: unknown) =>
      service.api.call("PATCH", `/api/missed-links/${slug}`, body);
    expect((await ignore("sprnig-sale", { ignored: true })).body).toEqual({
      slug: "sprnig-sale",
      ignored: true,
    });
    expect((await missed()).map(({ slug }) => slug)).not.toContain("sprnig-sale");
    expect((await ignore("sprnig-sale", { ignored: false })).body).toEqual({
      slug: "sprnig-sale",
      ignored: false,
    });
    expect((await missed()).map(({ slug }) => slug)).toContain("sprnig-sale");
    expect((await ignore("sprnig-sale", {})).status).toBe(400);
    expect((await ignore("no%20slug", { ignored: true })).status).toBe(404);
  });
});
