import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { migrate, migrationsFolder } from "@/lib/database/migrate";
import { listOwners } from "@/lib/owners/owners";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { backfillTotals } from "@/lib/stats/aggregate/backfill-totals";
import { statisticsQuery, statsQuerySchema } from "@/lib/stats/query/query";
import { getLinkStatistics, type Statistics } from "@/lib/stats/report/link-statistics";
import { getReportStatistics } from "@/lib/stats/report/scope-report";
import { type EarlierAnswers, expectEarlierAnswers, withClient } from "./earlier-answers";
import { createOwnService } from "./own-service";

const lastMigration = "20261122120000_salt_requests";
const folder = "tests/support/previous-release";

/** What the previous release answered at `askedAt`. */
const answers = JSON.parse(readFileSync(join(folder, "answers.json"), "utf8")) as EarlierAnswers & {
  token: string;
};
const askedAt = new Date("2026-11-20T12:00:00Z");

/** Makes an empty database one of the previous release, with data that it wrote. */
export async function fillAsPreviousRelease(url: string): Promise<void> {
  const migrations = mkdtempSync(join(tmpdir(), "slugline-previous-"));
  try {
    for (const name of readdirSync(migrationsFolder).filter((entry) => entry <= lastMigration)) {
      cpSync(join(migrationsFolder, name), join(migrations, name), { recursive: true });
    }
    expect((await migrate(url, { folder: migrations })).at(-1)).toBe(lastMigration);
  } finally {
    rmSync(migrations, { recursive: true });
  }
  await withClient(url, (client) => client.query(readFileSync(join(folder, "data.sql"), "utf8")));
}

/**
 * Everything reads as in the previous release, before and after its pending clicks are aggregated.
 */
export async function expectPreviousAnswers(url: string): Promise<void> {
  const service = createOwnService(url, { BASE_URL: "https://go.example.com" });
  try {
    await expectEarlierAnswers(answers, askedAt);
    while (await aggregateClicks());
    await expectEarlierAnswers(answers, askedAt);
    await expectTotals();
    expect(await listOwners(new Date())).toMatchObject([
      { name: "Olga", email: "olga@example.com" },
    ]);
  } finally {
    await service.stop();
  }
  const { rows } = await withClient(url, (client) =>
    client.query(`SELECT encode("hash", 'hex') AS "hash", "canWrite" FROM "ApiToken"`),
  );
  expect(rows).toEqual([
    { hash: createHash("sha256").update(answers.token).digest("hex"), canWrite: true },
  ]);
}

/**
 * What the previous release did not have: the report over all links is the sum of those of each.
 */
async function expectTotals(): Promise<void> {
  const query = statisticsQuery(statsQuerySchema.parse({ days: "60" }), askedAt);
  await backfillTotals({ pauseMs: 0 });
  const each = await Promise.all(
    Object.keys(answers.links).map((slug) => getLinkStatistics(slug, query)),
  );
  const all = await getReportStatistics({}, query);
  const sumOf = (pick: (of: Statistics) => number) =>
    each.reduce((total, link) => total + pick(link), 0);
  const countOf = (of: Statistics, name: string) =>
    of.browsers.find(({ browser }) => browser === name)?.count ?? 0;
  expect(all.range.clicks).toBeGreaterThan(0);
  for (const pick of [
    (of: Statistics) => of.totalClicks,
    (of: Statistics) => of.range.clicks,
    (of: Statistics) => of.range.uniqueVisitors,
    (of: Statistics) => of.lifetime.firstDayClicks,
    (of: Statistics) => of.ogFetchFailCount,
    ...all.browsers.map(
      ({ browser }) =>
        (of: Statistics) =>
          countOf(of, browser),
    ),
  ])
    expect(pick(all)).toBe(sumOf(pick));
}
