import { v7 as uuidv7 } from "uuid";
import { dayMs, startOfDay } from "../lib/core/day";
import { type Click, isFirstDay } from "../lib/visits/describe/describe-click";
import type { UncountedVisit } from "../lib/visits/record-uncounted";
import { channels, pickVisitor, pickWeighted, type Visitor } from "./demo-audience";
import type { ChannelName, DemoLink } from "./demo-links";
import { Random } from "./random";

const hourMs = 3_600_000;

/** Share of a day's clicks by UTC hour: Europe is awake first, America later. */
const hourWeights = [
  2.2, 1.7, 1.4, 1.1, 1.1, 1.7, 3.2, 5.4, 7.6, 8.4, 8.6, 8, 7.6, 8, 8.2, 8.1, 7.6, 7, 6.6, 6.4, 6.2,
  5.4, 4.3, 3.2,
];
const hourSum = hourWeights.reduce((sum, weight) => sum + weight, 0);
/** From Sunday on. */
const weekdayWeights = [0.62, 1.08, 1.14, 1.1, 1.06, 0.92, 0.66];

/** A preview bot fetches about this share of what people click. */
const fetchShare = 0.012;
/** Clicks by people who clicked the same link earlier that day. */
const againShare = 0.16;

type Traffic = { clicks: Click[]; uncounted: UncountedVisit[] };

/**
 * Clicks and bots of one link from its creation until `now`. The same seed and instant give the
 * same traffic.
 */
export function demoTraffic(link: DemoLink, linkId: number, seed: number, now: Date): Traffic {
  const random = new Random(seed);
  const createdAt = createdAtOf(link, now);
  const until = Math.min(now.getTime(), ...endsOf(link, now));
  const clicks: Click[] = [];
  for (let day = startOfDay(createdAt).getTime(); day < until; day += dayMs) {
    const mood = 0.86 + 0.28 * random.next();
    const today: Visitor[] = [];
    for (let hour = day; hour < day + dayMs; hour += hourMs) {
      const [from, to] = [Math.max(hour, createdAt.getTime()), Math.min(hour + hourMs, until)];
      if (to <= from) continue;
      const { factor, via } = eventAt(link, hour, now);
      const usual =
        link.perDay *
        mood *
        launchAt(link, hour - createdAt.getTime()) *
        shareOf(hour) *
        ((to - from) / hourMs);
      const add = (count: number, from_: ChannelName | null) => {
        for (let n = 0; n < count; n++) {
          const at = new Date(from + Math.floor(random.next() * (to - from)));
          clicks.push(
            makeClick(random, {
              link,
              linkId,
              createdAt,
              at,
              channel: from_ ?? channelOf(random, link),
              today,
            }),
          );
        }
      };
      add(poisson(random, usual), null);
      if (via) add(poisson(random, usual * (factor - 1)), via);
    }
  }
  clicks.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return { clicks, uncounted: botsOf(random, link, linkId, clicks, now) };
}

export function createdAtOf(link: DemoLink, now: Date): Date {
  return new Date(now.getTime() - Math.round(link.ageDays * dayMs));
}

/** When visitors stop being redirected. */
function endsOf({ disabledDaysAgo, expiresInDays }: DemoLink, now: Date): number[] {
  return [
    ...(disabledDaysAgo === undefined ? [] : [-disabledDaysAgo]),
    ...(expiresInDays === undefined ? [] : [expiresInDays]),
  ].map((days) => now.getTime() + days * dayMs);
}

/** What adds clicks to the usual ones in this hour, if anything does. */
function eventAt(
  { surge, spike }: DemoLink,
  hour: number,
  now: Date,
): { factor: number; via: ChannelName | null } {
  if (surge && hour >= now.getTime() - surge.hours * hourMs) return surge;
  if (
    spike &&
    startOfDay(new Date(hour)).getTime() === startOfDay(now).getTime() - spike.daysAgo * dayMs
  )
    return spike;
  return { factor: 1, via: null };
}

function launchAt({ launch = 1 }: DemoLink, ageMs: number): number {
  return 1 + (launch - 1) * 2 ** (-ageMs / (3 * dayMs));
}

function shareOf(hour: number): number {
  const at = new Date(hour);
  return ((hourWeights[at.getUTCHours()] ?? 0) / hourSum) * (weekdayWeights[at.getUTCDay()] ?? 1);
}

/** A count with this mean, by Knuth's method. */
function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count++;
  return count;
}

function channelOf(random: Random, { via }: DemoLink): ChannelName {
  return pickWeighted(random, Object.entries(via) as [ChannelName, number][]);
}

interface Making {
  link: DemoLink;
  linkId: number;
  createdAt: Date;
  at: Date;
  channel: ChannelName;
  /** Who clicked the link that day so far; a new visitor is added. */
  today: Visitor[];
}

function makeClick(
  random: Random,
  { link, linkId, createdAt, at, channel: name, today }: Making,
): Click {
  const channel = channels[name];
  const isAgain = today.length > 0 && name !== "qr-poster" && random.chance(againShare);
  const visitor = isAgain ? random.pick(today) : pickVisitor(random, channel);
  if (!isAgain) today.push(visitor);
  return {
    ...visitor,
    id: uuidv7({
      msecs: at.getTime(),
      random: Uint8Array.from({ length: 16 }, () => random.below(256)),
    }),
    linkId,
    createdAt: at,
    isFirstDay: isFirstDay(at, createdAt),
    referrer: pickWeighted(random, channel.referrers),
    utmSource: channel.tags?.source ?? null,
    utmMedium: channel.tags?.medium ?? null,
    utmCampaign: channel.tags ? (link.campaign ?? null) : null,
  };
}

/** Bots come when people do: whoever shares a link makes an app fetch its preview. */
function botsOf(
  random: Random,
  { apps = [], justShared = {} }: DemoLink,
  linkId: number,
  clicks: readonly Click[],
  now: Date,
): UncountedVisit[] {
  const fetched = apps.flatMap((name) =>
    fetchesOf(random, clicks, now).map((at) => ({ at, kind: "unfurler" as const, name })),
  );
  const others = clicks.flatMap(({ createdAt: at }) =>
    otherBots
      .filter(({ share }) => random.chance(share))
      .map(({ kind, name }) => ({ at, kind, name })),
  );
  const shared = Object.entries(justShared).map(([name, minutes]) => ({
    at: new Date(now.getTime() - minutes * 60_000),
    kind: "unfurler" as const,
    name,
  }));
  return [...fetched, ...others, ...shared].map((visit) => ({ linkId, ...visit }));
}

const otherBots: readonly { kind: "crawler" | "prefetch" | "head"; name: string; share: number }[] =
  [
    { kind: "crawler", name: "Googlebot", share: 0.004 },
    { kind: "crawler", name: "bingbot", share: 0.002 },
    { kind: "prefetch", name: "", share: 0.008 },
    { kind: "head", name: "", share: 0.003 },
  ];

/**
 * When an app fetches the preview. None comes for the first time in the last days: that is for
 * `justShared`.
 */
function fetchesOf(random: Random, clicks: readonly Click[], now: Date): Date[] {
  const at = clicks.flatMap(({ createdAt }) => (random.chance(fetchShare) ? [createdAt] : []));
  const daysAgo = (time: Date) => (now.getTime() - time.getTime()) / dayMs;
  const isKnown = at.some((time) => daysAgo(time) > 4 && daysAgo(time) < 24);
  return at.filter((time) => isKnown || daysAgo(time) > 4);
}
