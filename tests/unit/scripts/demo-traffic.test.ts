import { describe, expect, it } from "vitest";
import { dayMs, startOfDay } from "@/lib/core/day";
import { usualIfExceeded } from "@/lib/stats/report/unusual-traffic";
import { channels } from "@/scripts/demo-audience";
import { demoLinks } from "@/scripts/demo-links";
import { demoTraffic } from "@/scripts/demo-traffic";
import { isFullRun } from "../../support/run";

const trafficAt = (now: Date) =>
  demoLinks.map((link, index) => demoTraffic(link, index, 7 + index, now));
const now = new Date("2026-11-19T14:20:00Z");
const made = trafficAt(now);
const clicks = made.flatMap((traffic) => traffic.clicks);
const shareOf = <T>(of: readonly T[], is: (each: T) => boolean) => of.filter(is).length / of.length;

describe("demo traffic", () => {
  it("is the same for the same seed and instant", () => {
    const [link] = demoLinks;
    if (!link) throw new Error("no links");
    expect(demoTraffic(link, 1, 5, now)).toEqual(demoTraffic(link, 1, 5, now));
    expect(demoTraffic(link, 1, 6, now)).not.toEqual(demoTraffic(link, 1, 5, now));
  });

  it("has clicks only while a link redirects", () => {
    for (const [
      index,
      { ageDays, expiresInDays = 0, disabledDaysAgo = 0 },
    ] of demoLinks.entries()) {
      const at = made[index]?.clicks.map(({ createdAt }) => createdAt.getTime()) ?? [];
      expect(Math.min(...at, now.getTime())).toBeGreaterThanOrEqual(
        now.getTime() - ageDays * dayMs - 1,
      );
      expect(Math.max(...at, 0)).toBeLessThan(
        now.getTime() + Math.min(0, expiresInDays, -disabledDaysAgo) * dayMs,
      );
    }
  });

  it("sends only referrers and devices that fit the channel", () => {
    const tagged = clicks.filter(({ utmSource }) => utmSource !== null);
    const fits = ({ utmSource, referrer }: (typeof clicks)[0]) =>
      channels[utmSource as keyof typeof channels].referrers.some(([each]) => each === referrer);
    expect(tagged.filter((click) => !fits(click))).toEqual([]);
    const posters = tagged.filter(({ utmSource }) => utmSource === "qr-poster");
    expect(new Set(posters.map(({ device }) => device))).toEqual(new Set(["Mobile", "Tablet"]));
    expect(new Set(posters.map(({ referrer }) => referrer))).toEqual(new Set([null]));
  });

  it("has countries, devices and languages that do not depend on each other", () => {
    const isMobile = ({ device }: { device: string }) => device === "Mobile";
    for (const country of ["DE", "GB", "US", "CH", "FR"]) {
      const there = clicks.filter((click) => click.country === country);
      expect(Math.abs(shareOf(there, isMobile) - shareOf(clicks, isMobile))).toBeLessThan(0.05);
      expect(new Set(there.map(({ locale }) => locale)).size).toBeGreaterThan(1);
      expect(new Set(there.map(({ browser, os }) => `${browser} ${os}`)).size).toBeGreaterThan(8);
    }
  });

  it.each(isFullRun ? [1.5, 9, 14.5, 23] : [1.5])("has an ordinary today, at %d h", (hour) => {
    const at = new Date(Date.parse("2026-11-19T00:00:00Z") + hour * 3_600_000);
    const ordinary = demoLinks.filter(
      ({ surge, launch, expiresInDays, ageDays }) =>
        !surge && !launch && !expiresInDays && ageDays > 60,
    );
    const times = ordinary.flatMap((link, index) =>
      demoTraffic(link, index, 7 + index, at).clicks.map(({ createdAt }) => createdAt.getTime()),
    );
    const soFar = (daysAgo: number) =>
      times.filter(
        (time) =>
          time >= startOfDay(at).getTime() - daysAgo * dayMs &&
          time < at.getTime() - daysAgo * dayMs,
      ).length;
    const usual = (soFar(7) + soFar(14) + soFar(21)) / 3;
    expect(soFar(0)).toBeGreaterThan(usual * 0.6);
    expect(soFar(0)).toBeLessThan(usual * 1.6);
  });

  it("has a surge that is a highlight at any hour of the week", () => {
    const link = demoLinks.find(({ surge }) => surge);
    if (!link) throw new Error("no link has a surge");
    const isHighlight = (at: Date, seed: number) => {
      // The weeks before are all that matters.
      const times = demoTraffic({ ...link, ageDays: 30 }, 1, seed, at).clicks.map(({ createdAt }) =>
        createdAt.getTime(),
      );
      const between = (from: number, to: number) =>
        times.filter((time) => time >= from && time < to).length;
      return [0, 1].some((daysAgo) => {
        const day = startOfDay(at).getTime() - daysAgo * dayMs;
        const end = Math.min(day + dayMs, at.getTime());
        const weeks = [7, 14, 21, 28].map((days) =>
          between(day - days * dayMs, end - days * dayMs),
        );
        return usualIfExceeded({ clicks: between(day, end), weeks }) !== null;
      });
    };
    const hours = Array.from(
      { length: isFullRun ? 84 : 14 },
      (_, index) => (isFullRun ? 2 : 12) * index,
    );
    expect(
      hours.filter((hour) => !isHighlight(new Date(now.getTime() + hour * 3_600_000), hour)),
    ).toEqual([]);
  });

  it("has quieter weekends, one spike and one surge", () => {
    const onDay = (slug: string, day: string) =>
      made[demoLinks.findIndex((link) => link.slug === slug)]?.clicks.filter(({ createdAt }) =>
        createdAt.toISOString().startsWith(day),
      ).length ?? 0;
    expect(onDay("docs", "2026-11-14") + onDay("docs", "2026-11-15")).toBeLessThan(
      onDay("docs", "2026-11-16") + onDay("docs", "2026-11-17"),
    );
    expect(onDay("atlas-3", "2026-11-09")).toBeGreaterThan(4 * onDay("atlas-3", "2026-11-11"));
    const before = onDay("north-wall", "2026-11-12");
    expect(onDay("north-wall", "2026-11-19")).toBeGreaterThan(before);
    expect(onDay("north-wall", "2026-11-18") + onDay("north-wall", "2026-11-19")).toBeGreaterThan(
      2 * before,
    );
  });
});
