// Run: all
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { withBackupConnection } from "@/lib/backup/backup-connection";
import { restoreBackup } from "@/lib/backup/restore-backup";
import { writeBackup } from "@/lib/backup/write-backup";
import { lastDays } from "@/lib/core/date-range";
import { databaseUrl } from "@/lib/database/client";
import { browseLinks, browseQuerySchema } from "@/lib/stats/list/browse-links";
import { listFeed } from "@/lib/stats/report/feed";
import { listMissedLinks } from "@/lib/stats/report/missed-links";
import { getScopeCounts, getScopeTotals } from "@/lib/stats/report/scope-report";
import { seedDemo } from "@/scripts/seed-demo";
import { countsOf } from "../support/counts-of";
import { createDatabase, databaseUrl as databaseUrlOf, dropDatabase } from "../support/databases";
import { useOwnDatabase } from "../support/own-database";

const database = useOwnDatabase();
const now = new Date();

beforeAll(async () => {
  await seedDemo(now);
}, 240_000);

it("the demo has links in every state", async () => {
  const { counts } = await browseLinks(browseQuerySchema.parse({}), now);
  expect(counts).toEqual(countsOf({ all: 48, active: 40, disabled: 3, expired: 5, broken: 1 }));
});

it("the demo's highlights are what it was made with, and nothing else", async () => {
  const items = await listFeed({ ownerId: "nobody", failedChecks: [], most: 20, now });
  expect(
    items.map((item) => ("link" in item ? `${item.kind} ${item.link.slug}` : item.kind)),
  ).toEqual([
    "broken tiles-talk",
    "expiring early-bird",
    "expiring cartographer",
    "traffic north-wall",
    "shared contour",
  ]);
});

it("the demo has missed links", async () => {
  expect(
    (await listMissedLinks(30, now)).missedLinks.map(({ slug, count }) => `${slug} ${count}`),
  ).toEqual(["contuor 14", "north-wall-2025 6", "early_bird 3"]);
});

it("the demo's days count what its raw clicks are", async () => {
  const query = { dateRange: lastDays(30, now), filters: {}, interval: null, compare: null };
  const { days } = await getScopeCounts({}, query, { breakdowns: [], recent: 0 });
  const { clickCount } = await getScopeTotals({});
  const { rows } = await database.query<{ all: string; today: string }>(
    `SELECT count(*) AS "all", count(*) FILTER (WHERE "createdAt" >= date_trunc('day', $1::timestamptz, 'UTC')) AS "today" FROM "StoredClick"`,
    [now],
  );
  expect([clickCount, days.at(-1)?.clicks]).toEqual([Number(rows[0]?.all), Number(rows[0]?.today)]);
});

it("the demo's data comes back with a backup", async () => {
  const folder = mkdtempSync(join(tmpdir(), "slugline-demo-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "demo.backup");
  await withBackupConnection(databaseUrl(), (client) => writeBackup(client, file));
  const { adminUrl } = inject("postgres");
  const name = await createDatabase(adminUrl);
  onTestFinished(() => dropDatabase(adminUrl, name));
  const { compared } = await withBackupConnection(
    databaseUrlOf(adminUrl, name),
    (client) => restoreBackup(client, file),
    { isChanging: true },
  );
  expect(compared.filter(({ backup, restored }) => backup !== restored)).toEqual([]);
  expect(compared).toContainEqual({ name: "Link rows", backup: "48", restored: "48" });
});
