// Run: all
import { v7 as uuidv7 } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { lastDays } from "@/lib/core/date-range";
import { dayMs } from "@/lib/core/day";
import { database as client } from "@/lib/database/client";
import { findNextSteps, isAnyLeft } from "@/lib/owners/next-steps";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import {
  dismissItems,
  listDismissed,
  nextStepsKey,
  restoreItems,
} from "@/lib/stats/report/dismissed-items";
import { listFeed } from "@/lib/stats/report/feed";
import type { FeedItem } from "@/lib/stats/report/feed-item";
import { rankLinksInRange } from "@/lib/stats/report/top-links";
import { sentence } from "@/lib/texts/sentence";
import { importLinks } from "@/lib/transfer/import-links";
import { recordClicks } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { inEnglish } from "../support/in-english";
import { createLink, deleteLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
/** A Thursday. */
const now = new Date("2026-11-19T14:30:00Z");
const hourMs = 3_600_000;
const ago = (ms: number) => new Date(now.getTime() - ms);
const ownerId = "owner-1";

beforeEach(async () => {
  await database.query(
    `TRUNCATE "Link", "LinkCounter", "LinkPreview", "Click", "ClickBatch", "ClickPack", "LinkHour", "LinkDay", "LinkDayLabel", "UncountedVisit", "DismissedItem", "LinkImport", "Owner", "OwnerInvite", "Receiver" CASCADE`,
  );
  // Clicks of the last weeks are recorded as if at their time.
  await database.query(`UPDATE "RollupState" SET "visitorsSince" = '2026-09-01'`);
  await database.query(
    `INSERT INTO "Owner" ("id", "name", "email", "createdAt", "updatedAt") VALUES ($1, 'Mara', 'mara@example.com', $2, $2)`,
    [ownerId, now],
  );
});

const make = (
  slug: string,
  given: { expiresAt?: Date; enabled?: boolean; createdAt?: Date } = {},
) => {
  const { createdAt = ago(60 * dayMs), ...rest } = given;
  return createLink(
    { url: "https://example.com/", title: null, enabled: true, expiresAt: null, ...rest, slug },
    createdAt,
  );
};

/** Spread evenly from midnight until 14:00, so that no click is in the hour in progress. */
async function click(
  linkId: number,
  daysAgo: number,
  count: number,
  referrer: string | null = null,
): Promise<void> {
  const from = Date.parse("2026-11-19T00:00:00Z") - daysAgo * dayMs;
  const span = 14 * hourMs;
  await recordClicks(
    Array.from({ length: count }, (_, index) =>
      makeClick(linkId, new Date(from + (span * (index + 0.5)) / count), { referrer }),
    ),
  );
  while (await aggregateClicks());
}

async function fail(linkId: number, since: Date): Promise<void> {
  await database.query(
    `INSERT INTO "LinkPreview" ("linkId", "checkedAt", "failReason", "failingSince", "health", "brokenSince") VALUES ($1, $2, 'HTTP 404.', $3, 'broken', $3)`,
    [linkId, now, since],
  );
}

const fetched = (linkId: number, name: string, at: Date) =>
  recordUncounted(uuidv7(), [{ linkId, at, kind: "unfurler", name }]);
const feed = (most = 5) => listFeed({ ownerId, failedChecks: [], most, now });
const brief = (items: FeedItem[]) =>
  items.map((item) => `${item.kind} ${"link" in item ? item.link.slug : ""}`.trim());

describe("highlights", () => {
  it("are empty on a quiet instance", async () => {
    const steady = await make("steady");
    for (const daysAgo of [0, 1, 7, 8, 14, 15, 21, 28])
      await click(steady.id, daysAgo, 60 + daysAgo);
    await make("later", { expiresAt: ago(-20 * dayMs) });
    await make("unclicked", { expiresAt: ago(-dayMs) });
    expect(await feed()).toEqual([]);
  });

  it("name a day with three times the clicks of the same weekday so far, and where they come from", async () => {
    const [busy, young] = [await make("busy"), await make("young", { createdAt: ago(9 * dayMs) })];
    for (const weeks of [1, 2, 3, 4]) await click(busy.id, 7 * weeks, 40);
    await click(busy.id, 0, 30);
    await click(busy.id, 0, 90, "news.ycombinator.com");
    await click(young.id, 7, 10);
    await click(young.id, 0, 200);
    expect(await feed()).toMatchObject([
      {
        kind: "traffic",
        link: { slug: "busy" },
        day: "2026-11-19",
        clicks: 120,
        usual: 40,
        source: "news.ycombinator.com",
      },
    ]);
  });

  it("compare with the same hours only: clicks later on those days do not count", async () => {
    const { id } = await make("evenings");
    for (const weeks of [1, 2, 3, 4]) {
      await click(id, 7 * weeks, 20);
      const evening = Date.parse("2026-11-19T20:00:00Z") - 7 * weeks * dayMs;
      await recordClicks(
        Array.from({ length: 200 }, (_, index) => makeClick(id, new Date(evening + index * 1_000))),
      );
    }
    await click(id, 0, 60);
    expect(await feed()).toMatchObject([{ kind: "traffic", usual: 20, clicks: 60 }]);
  });

  it("count the hour in progress of earlier weeks in part", async () => {
    const { id } = await make("steep");
    for (const weeks of [1, 2]) {
      await click(id, 7 * weeks, 20);
      const hour = Date.parse("2026-11-19T14:00:00Z") - 7 * weeks * dayMs;
      await recordClicks(
        Array.from({ length: 40 }, (_, index) => makeClick(id, new Date(hour + index * 60_000))),
      );
    }
    await click(id, 0, 100);
    // The link existed in all four weeks: in two of them nobody clicked.
    expect(await feed()).toMatchObject([{ kind: "traffic", usual: 20, clicks: 100 }]);
  });

  it("still show an unusual yesterday, once per link", async () => {
    const { id } = await make("was-busy");
    for (const weeks of [1, 2, 3, 4]) {
      await click(id, 7 * weeks, 20);
      await click(id, 7 * weeks + 1, 20);
    }
    await click(id, 1, 100);
    expect(await feed()).toMatchObject([
      { kind: "traffic", day: "2026-11-18", clicks: 100, usual: 20 },
    ]);
    await click(id, 0, 70);
    expect(await feed()).toMatchObject([
      { kind: "traffic", day: "2026-11-19", clicks: 70, usual: 20 },
    ]);
  });

  it("list links that expire within a week or did today and are still clicked, but no others", async () => {
    for (const [slug, expiresAt, enabled] of [
      ["soon", ago(-hourMs), true],
      ["over", ago(2 * hourMs), true],
      ["long-over", ago(2 * dayMs), true],
      ["next-month", ago(-30 * dayMs), true],
      ["off", ago(-hourMs), false],
    ] as const) {
      const { id } = await make(slug, { expiresAt, enabled });
      await click(id, 3, 4);
    }
    const stale = await make("stale", { expiresAt: ago(-hourMs) });
    await click(stale.id, 20, 9);
    expect(await feed()).toMatchObject([
      { kind: "expiring", link: { slug: "over" }, clicks: 4 },
      { kind: "expiring", link: { slug: "soon" }, clicks: 4 },
    ]);
  });

  it("list active links with a failing destination, most clicks since then first", async () => {
    const [few, many, off, quiet] = [
      await make("few"),
      await make("many"),
      await make("off", { enabled: false }),
      await make("quiet"),
    ];
    for (const { id } of [few, many, off, quiet]) await fail(id, ago(2 * dayMs));
    await click(few.id, 1, 3);
    await click(many.id, 1, 20);
    await click(many.id, 10, 500);
    expect(inEnglish(await feed())).toMatchObject([
      { kind: "broken", link: { slug: "many" }, clicks: 20, reason: "HTTP 404." },
      { kind: "broken", link: { slug: "few" }, clicks: 3 },
      { kind: "broken", link: { slug: "quiet" }, clicks: 0 },
    ]);
  });

  it("say which apps fetched a preview for the first time in four weeks", async () => {
    const [fresh, old] = [await make("fresh"), await make("old")];
    await fetched(fresh.id, "Slack", ago(30 * dayMs));
    await fetched(fresh.id, "Slack", ago(2 * hourMs));
    await fetched(fresh.id, "Discord", ago(hourMs));
    await fetched(old.id, "Slack", ago(20 * dayMs));
    await fetched(old.id, "Slack", ago(hourMs));
    expect(await feed()).toMatchObject([
      {
        kind: "shared",
        link: { slug: "fresh" },
        apps: ["Discord", "Slack"],
        at: ago(hourMs).toISOString(),
      },
    ]);
  });

  it("report an import, not links that were created one by one", async () => {
    for (let index = 0; index < 12; index++)
      await make(`single-${index}`, { createdAt: ago(hourMs + 1 + index) });
    expect(await feed()).toEqual([]);
    async function* rows() {
      for (let row = 1; row <= 11; row++)
        yield { row, value: { url: "https://example.com/", slug: `imported-${row}` } };
    }
    for await (const _ of importLinks(rows(), false, ago(hourMs)));
    expect(await feed()).toMatchObject([
      { kind: "imported", count: 11, at: ago(hourMs).toISOString() },
    ]);
  });

  it("name failing health checks", async () => {
    const [database, journal] = [sentence("checkDatabaseName"), sentence("checkJournalName")];
    const failedChecks = [database, journal, { ...journal }];
    expect(inEnglish(await listFeed({ ownerId, failedChecks, most: 5, now }))).toMatchObject([
      { kind: "health", checks: ["Database", "Journal"] },
    ]);
  });

  it("are at most as many as asked for, and leave out a link that is deleted", async () => {
    const links = await Promise.all(["a", "b", "c"].map((slug) => make(slug)));
    for (const { id } of links) await fail(id, ago(dayMs));
    expect(await feed(2)).toHaveLength(2);
    await deleteLink("b");
    expect(brief(await feed()).sort()).toEqual(["broken a", "broken c"]);
  });
});

describe("the next steps", () => {
  const steps = (baseUrl = "http://localhost:3000") => findNextSteps(baseUrl, now);
  const none = { domain: false, people: false, messages: false, data: false };

  it.each([
    ["http://localhost:3000", false],
    ["http://[::1]:3000", false],
    ["https://192.0.2.1", false],
    ["https://[2001:db8::1]", false],
    ["http://go.example.com", false],
    ["https://go.example.com", true],
    ["https://go.corp.internal", true],
    // A name in an own network needs neither another one nor HTTPS.
    ["http://go", null],
    ["http://links.home.arpa", null],
  ])("at %s the own domain is done: %s", async (baseUrl, domain) => {
    expect(await steps(baseUrl)).toEqual({ ...none, domain });
  });

  it("a person is invited by an invitation that is still open, or is there", async () => {
    const invite = (expiresAt: Date) =>
      database.query(
        `INSERT INTO "OwnerInvite" ("hash", "createdAt", "expiresAt") VALUES ($1, $2, $3)`,
        [expiresAt.toISOString(), now, expiresAt],
      );
    await invite(ago(hourMs));
    expect(await steps()).toEqual(none);
    await invite(ago(-hourMs));
    expect(await steps()).toEqual({ ...none, people: true });
    await database.query(
      `WITH gone AS (DELETE FROM "OwnerInvite")
       INSERT INTO "Owner" ("id", "name", "email", "createdAt", "updatedAt") VALUES ('two', 'Two', 'two@example.com', now(), now())`,
    );
    expect(await steps()).toEqual({ ...none, people: true });
  });

  it("notifications need a receiver that is on", async () => {
    await database.query(
      `INSERT INTO "Receiver" ("name", "kind", "url", "secret", "enabled", "createdAt", "updatedAt") VALUES ('Off', 'slack', 'https://example.com/', '', false, now(), now())`,
    );
    expect(await steps()).toEqual(none);
    await database.query(`UPDATE "Receiver" SET "enabled" = true`);
    expect(await steps()).toEqual({ ...none, messages: true });
  });

  it("an import stays known as long as a link of it exists, and is for those who need it", async () => {
    await make("by-hand");
    await database.query(`UPDATE "Link" SET "createdBy" = 'owner:owner-1'`);
    expect(await steps()).toEqual(none);
    const rows = async function* () {
      yield { row: 1, value: { url: "https://example.com/", slug: "imported" } };
    };
    for await (const _ of importLinks(rows(), false, now, { by: `owner:${ownerId}` }));
    await database.query(`DELETE FROM "LinkImport"`);
    expect(await steps()).toEqual({ ...none, data: true });
    const done = { domain: true, people: true, messages: true, data: false };
    expect(isAnyLeft(done)).toBe(false);
    expect(isAnyLeft({ ...done, domain: null })).toBe(false);
    expect(isAnyLeft({ ...done, messages: false })).toBe(true);
  });
});

describe("dismissing", () => {
  it("hides an item from this owner until it changes, and can be undone", async () => {
    const { id } = await make("down");
    await fail(id, ago(dayMs));
    const [item] = await feed();
    const keys = item?.keys ?? [];
    await dismissItems(ownerId, keys, now);
    await dismissItems(ownerId, keys, now);
    expect(await feed()).toEqual([]);
    expect(brief(await listFeed({ ownerId: "another", failedChecks: [], most: 5, now }))).toEqual([
      "broken down",
    ]);
    await restoreItems(ownerId, keys);
    expect(await feed()).toHaveLength(1);
    await dismissItems(ownerId, keys, now);
    // It worked again for a while.
    await database.query(`UPDATE "LinkPreview" SET "failingSince" = $1, "brokenSince" = $1`, [
      ago(dayMs + hourMs),
    ]);
    expect(brief(await feed())).toEqual(["broken down"]);
  });

  it("makes room for the next item, however many were dismissed", async () => {
    for (let index = 0; index < 60; index++) {
      const { id } = await make(`down-${index}`);
      await fail(id, ago(dayMs + (60 - index) * hourMs));
    }
    const newest = await feed(60);
    await dismissItems(
      ownerId,
      newest.flatMap(({ keys }) => keys),
      now,
    );
    expect(await feed(60)).toHaveLength(60 - newest.length);
    expect(newest).toHaveLength(50);
  });

  it("shows a shared link again when another app fetches its preview", async () => {
    const { id } = await make("shared");
    await fetched(id, "Slack", ago(2 * hourMs));
    await dismissItems(
      ownerId,
      (await feed()).flatMap(({ keys }) => keys),
      now,
    );
    expect(await feed()).toEqual([]);
    await fetched(id, "Discord", ago(hourMs));
    expect(brief(await feed())).toEqual(["shared shared"]);
  });

  it("keeps the latest keys of each owner only, and that of the next steps", async () => {
    await dismissItems(ownerId, [nextStepsKey], now);
    for (let index = 0; index < 3; index++) {
      await dismissItems(
        ownerId,
        Array.from({ length: 90 }, (_, each) => `old ${index} ${each}`),
        new Date(now.getTime() + index),
      );
    }
    const kept = await listDismissed(ownerId);
    expect(kept.size).toBe(201);
    expect(kept.has(nextStepsKey)).toBe(true);
    expect([kept.has("old 2 0"), kept.has("old 2 89")]).toEqual([true, true]);
    await database.query(`DELETE FROM "Owner"`);
    expect((await listDismissed(ownerId)).size).toBe(0);
  });
});

it("links are ranked by the clicks of a date range, also when links with more clicks in total come first", async () => {
  const links: { id: number }[] = [];
  for (let index = 0; index < 8; index++) links.push(await make(`ranked-${index}`));
  for (const [index, { id }] of links.entries()) {
    await click(id, 40, 100 - 10 * index);
    if (index >= 5) await click(id, 2, index);
  }
  const expected = [7, 6, 5].map((index) => ({ linkId: links[index]?.id, clicks: index }));
  for (const steps of [[2, 4, 8], [3, 100], [1], [100]]) {
    expect(await rankLinksInRange(client(), lastDays(30, now), 3, steps)).toEqual(
      steps[0] === 1 ? expected.slice(0, 1) : expected,
    );
  }
});
