import { v7 as uuidv7 } from "uuid";
import { dayMs, isoDate, startOfMonth } from "../lib/core/day";
import { database, maintenanceDatabase } from "../lib/database/client";
import { changeLinks } from "../lib/links/change-links";
import type { Channel } from "../lib/links/channel";
import { insertLinks } from "../lib/links/insert-links";
import { only } from "../lib/links/outcome";
import { aggregateClicks } from "../lib/stats/aggregate/aggregate-clicks";
import { pruneVisitors } from "../lib/stats/aggregate/prune-visitors";
import type { Click } from "../lib/visits/describe/describe-click";
import { countMissed, storeMissed } from "../lib/visits/missed-slugs";
import { recordClicks } from "../lib/visits/record-clicks";
import { recordUncounted, type UncountedVisit } from "../lib/visits/record-uncounted";
import { channels as audiences } from "./demo-audience";
import { type ChannelName, type DemoLink, demoLinks } from "./demo-links";
import { createdAtOf, demoTraffic } from "./demo-traffic";

const seed = 20_261_122;
const perBatch = 4_000;

/**
 * Fills an empty database with the links of a made-up publisher, by the same functions that real
 * links and clicks go through.
 */
export async function seedDemo(now: Date): Promise<{ links: number; clicks: number }> {
  const oldest = new Date(Math.min(...demoLinks.map((link) => createdAtOf(link, now).getTime())));
  for (let month = startOfMonth(oldest); month <= now; month = startOfMonth(month, 1)) {
    await maintenanceDatabase().$executeRaw`SELECT "addClickMonth"(${month}::timestamptz)`;
  }
  // Otherwise past clicks count as late, which is slower.
  await maintenanceDatabase()
    .$executeRaw`UPDATE "RollupState" SET "visitorsSince" = ${isoDate(oldest)}::date`;
  const clicks: Click[] = [];
  const uncounted: UncountedVisit[] = [];
  // Oldest first, as ids count up.
  for (const [index, link] of demoLinks.toSorted((a, b) => b.ageDays - a.ageDays).entries()) {
    const traffic = demoTraffic(link, await addLink(link, now), seed + index, now);
    clicks.push(...traffic.clicks);
    uncounted.push(...traffic.uncounted);
  }
  for (const batch of inBatches(clicks)) {
    await recordClicks(batch);
    while (await aggregateClicks());
  }
  for (const batch of inBatches(uncounted)) await recordUncounted(uuidv7(), batch);
  await pruneVisitors(now);
  await addMissed(now);
  await maintenanceDatabase().$executeRaw`ANALYZE`;
  return { links: demoLinks.length, clicks: clicks.length };
}

async function addLink(link: DemoLink, now: Date): Promise<number> {
  const { slug, url, title, tags = [], note = null, expiresInDays, disabledDaysAgo } = link;
  const expiresAt =
    expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * dayMs);
  const { id } = only(
    await insertLinks(
      [{ slug, url, title, tags, note, enabled: true, expiresAt, channels: channelsOf(link) }],
      createdAtOf(link, now),
    ),
  );
  if (disabledDaysAgo !== undefined) {
    only(
      await changeLinks([{ slug, changes: { enabled: false } }], {
        now: new Date(now.getTime() - disabledDaysAgo * dayMs),
      }),
    );
  }
  await addPreview(link, id, now);
  return id;
}

/** Where its owner hands it out, most used first. */
function channelsOf({ via, campaign = "" }: DemoLink): Channel[] {
  return Object.entries(via)
    .sort(([, a], [, b]) => b - a)
    .flatMap(([name]) => audiences[name as ChannelName].tags ?? [])
    .map((tags) => ({ ...tags, campaign }));
}

/** Visits to slugs that nobody created: a typo, last year's campaign, another spelling. */
async function addMissed(now: Date): Promise<void> {
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
  const header = (name: string) => (name === "user-agent" ? userAgent : null);
  for (const [slug, count] of Object.entries({
    contuor: 14,
    "north-wall-2025": 6,
    early_bird: 3,
  })) {
    for (let index = 0; index < count; index++) {
      countMissed({
        method: "GET",
        slug,
        query: "",
        header,
        domain: null,
        peerAddress: null,
        at: new Date(now.getTime() - 0.7 * index * dayMs),
      });
    }
  }
  await storeMissed();
}

/** What reading the destination would have stored. Nothing answers at the made-up destinations. */
async function addPreview(
  { title, url, description, failing, ageDays }: DemoLink,
  linkId: number,
  now: Date,
): Promise<void> {
  if (description === undefined && !failing) return;
  const { host, origin } = new URL(url);
  const fetchedAt = new Date(
    now.getTime() - Math.min(ageDays * 0.9, failing ? failing.sinceDays + 0.5 : 0.4) * dayMs,
  );
  const card =
    description === undefined
      ? {}
      : { title, description, image: `${origin}/preview.png`, siteName: host, fetchedAt };
  const failingSince = failing && new Date(now.getTime() - failing.sinceDays * dayMs);
  const failure =
    failing && failingSince
      ? { failReason: failing.reason, failingSince, brokenSince: failingSince }
      : {};
  const checkedAt = failing ? new Date(now.getTime() - 0.1 * dayMs) : fetchedAt;
  await database().linkPreview.create({
    data: { linkId, ...card, ...failure, health: failing ? "broken" : "reachable", checkedAt },
  });
  if (failing)
    await database().linkCounter.update({
      where: { linkId },
      data: { ogFetchFailCount: failing.times },
    });
}

function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += perBatch) yield rows.slice(from, from + perBatch);
}
