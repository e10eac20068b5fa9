// Run: all
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import { lastDays } from "@/lib/core/date-range";
import { dayMs, isoDate } from "@/lib/core/day";
import { type Channel, noChannel } from "@/lib/links/channel";
import { editChannels } from "@/lib/links/edit-channels";
import {
  listChannels,
  listPlacesOf,
  listUsedChannels,
  mostChannels,
} from "@/lib/links/link-channels";
import { only } from "@/lib/links/outcome";
import { aggregateClicks } from "@/lib/stats/aggregate/aggregate-clicks";
import { getChannelBoard } from "@/lib/stats/report/channel-board";
import { recordClicks } from "@/lib/visits/record-clicks";
import { recordUncounted } from "@/lib/visits/record-uncounted";
import { createLink, deleteLink } from "../support/links";
import { makeClick } from "../support/make-click";
import { useOwnDatabase } from "../support/own-database";

/*
 * That every figure equals the raw clicks, in any history, is tested in exact-statistics.test.ts.
 */
const own = useOwnDatabase();
const now = new Date("2026-05-20T12:00:00Z");
const baseUrl = "https://s.example";
const url = "https://example.com/";
const day = (ago: number) => new Date(now.getTime() - ago * dayMs);
const channel = (source: string, medium = "", campaign = ""): Channel => ({
  source,
  medium,
  campaign,
});
const newLink = (channels: Channel[] = []) =>
  createLink({ url, title: null, enabled: true, expiresAt: null, channels }, day(100));
const board = (link: { id: number; slug: string }, days = 30) =>
  getChannelBoard(link, lastDays(days, now), now, baseUrl);
const clicks = (
  linkId: number,
  count: number,
  at: Date,
  utmSource: string | null,
  utmMedium: string | null,
) => Array.from({ length: count }, () => makeClick(linkId, at, { utmSource, utmMedium }));

describe("the board of a link", () => {
  it("has the plain short link before anything happened", async () => {
    const link = await newLink();
    expect((await board(link)).channels).toEqual([
      {
        name: "No channel",
        kind: "plain",
        preset: null,
        source: "None",
        medium: "None",
        clicks: 0,
        spark: Array.from({ length: 14 }, () => 0),
        lastClick: null,
        addresses: [{ channel: noChannel, url: `${baseUrl}/${link.slug}`, isAdded: false }],
      },
    ]);
  });

  it("joins channels with clicks and added ones, most clicks first, and hints at other spellings", async () => {
    const link = await newLink([
      channel("newsletter", "email", "spring"),
      channel("newsletter", "email"),
      channel("flyer", "print"),
    ]);
    await recordClicks([
      ...clicks(link.id, 3, day(1), "newsletter", "email"),
      ...clicks(link.id, 4, day(2), "Newsletter", "email"),
      ...clicks(link.id, 2, day(20), null, "social"),
      ...clicks(link.id, 1, day(3), null, null),
      ...clicks(link.id, 5, day(60), "gone", null),
    ]);
    while (await aggregateClicks());
    await recordClicks(clicks(link.id, 2, now, "newsletter", "email"));
    await recordUncounted(uuidv7(), [
      { linkId: link.id, at: day(1), kind: "unfurler", name: "Slack" },
      { linkId: link.id, at: day(2), kind: "crawler", name: "Googlebot" },
    ]);
    const found = await board(link);
    expect(
      found.channels.map(({ name, source, medium, clicks, lastClick }) => [
        name,
        source,
        medium,
        clicks,
        lastClick,
      ]),
    ).toEqual([
      ["Newsletter", "newsletter", "email", 5, now.toISOString()],
      ["Newsletter", "Newsletter", "email", 4, day(2).toISOString()],
      ["social", "None", "social", 2, day(20).toISOString()],
      ["No channel", "None", "None", 1, day(3).toISOString()],
      ["flyer", "flyer", "print", 0, null],
    ]);
    expect(found.clicks).toBe(12);
    expect(found.channels[0]?.spark.slice(-3)).toEqual([0, 3, 2]);
    const at = `${baseUrl}/${link.slug}`;
    expect(
      found.channels.map(({ addresses }) => addresses.map(({ url, isAdded }) => [url, isAdded])),
    ).toEqual([
      [
        [`${at}?utm_source=newsletter&utm_medium=email`, true],
        [`${at}?utm_source=newsletter&utm_medium=email&utm_campaign=spring`, true],
      ],
      [[`${at}?utm_source=Newsletter&utm_medium=email`, false]],
      [[`${at}?utm_medium=social`, false]],
      [[at, false]],
      [[`${at}?utm_source=flyer&utm_medium=print`, true]],
    ]);
    expect(found.similarChannels.map((group) => group.map(({ source }) => source))).toEqual([
      ["newsletter", "Newsletter"],
    ]);
    expect((await board(link, 365)).channels.map(({ source }) => source)).toContain("gone");
  });

  it("follows the filters of its page, but for those by source and medium, which choose in it", async () => {
    const link = await newLink();
    const from = (country: string, source: string, count: number) =>
      Array.from({ length: count }, () =>
        makeClick(link.id, day(1), { country, utmSource: source, utmMedium: null }),
      );
    await recordClicks([...from("CH", "x", 2), ...from("DE", "x", 3), ...from("DE", "mail", 1)]);
    const filtered = await getChannelBoard(link, lastDays(30, now), now, baseUrl, null, {
      country: { is: ["DE"], isNot: [] },
      utm_source: { is: ["x"], isNot: [] },
      utm_medium: { is: ["None"], isNot: [] },
    });
    expect(filtered.clicks).toBe(4);
    expect(filtered.channels.map(({ name, clicks }) => [name, clicks])).toEqual([
      ["x", 3],
      ["mail", 1],
      ["No channel", 0],
    ]);
    expect((await board(link)).clicks).toBe(6);
  });

  it("says the day of a last click that is not among the latest clicks by its sparkline", async () => {
    const link = await newLink();
    await recordClicks([
      ...clicks(link.id, 1, day(3), "early", null),
      ...clicks(link.id, 1_000, day(1), null, null),
    ]);
    const early = (await board(link)).channels.find(({ source }) => source === "early");
    expect([early?.lastClick, early?.spark.indexOf(1)]).toEqual([null, 10]);
  });

  it("counts channels beyond the cap of a day together", async () => {
    const link = await newLink();
    await recordClicks(
      Array.from({ length: 1_100 }, (_, index) =>
        makeClick(link.id, day(1), { utmSource: `source-${index}` }),
      ),
    );
    while (await aggregateClicks());
    const { channels, clicks: total } = await board(link);
    const other = channels.at(-1);
    expect([total, other?.kind, other?.name, other?.clicks, other?.addresses]).toEqual([
      1_100,
      "other",
      "Other channels",
      100,
      [],
    ]);
  });

  it("lists the most clicked channels and those that an owner added, and says how many more there are", async () => {
    const link = await newLink([channel("mine", "email"), channel("unused")]);
    await recordClicks([
      ...Array.from({ length: 80 }, (_, index) =>
        clicks(link.id, 2, day(1), `s${index}`, null),
      ).flat(),
      ...clicks(link.id, 1, day(1), "mine", "email"),
      ...clicks(link.id, 1, day(2), null, null),
    ]);
    for (const aggregate of [false, true]) {
      while (aggregate && (await aggregateClicks()));
      const { channels, more } = await board(link);
      expect([channels.length, more]).toEqual([53, 30]);
      const found = (name: string) => channels.find((each) => each.source === name);
      expect([found("mine"), found("None"), found("unused")].map((each) => each?.clicks)).toEqual([
        1, 1, 0,
      ]);
      expect(
        [found("mine"), found("None"), found("unused")].map((each) => each?.spark.at(-2)),
      ).toEqual([1, 0, 0]);
      expect(found("None")?.spark.at(-3)).toBe(1);
    }
  });

  it("keeps the spark and the last click of channels that an owner added, behind many others in a short range", async () => {
    const link = await newLink([channel("mine", "email"), channel("former")]);
    await recordClicks([
      ...Array.from({ length: 80 }, (_, index) =>
        clicks(link.id, 2, day(0), `s${index}`, null),
      ).flat(),
      ...clicks(link.id, 1, day(5), "mine", "email"),
      ...clicks(link.id, 1, day(20), "former", null),
    ]);
    for (const aggregate of [false, true]) {
      while (aggregate && (await aggregateClicks()));
      const { channels, more } = await board(link, 1);
      const found = (name: string) =>
        channels
          .filter((each) => each.source === name)
          .map((each) => [each.clicks, each.spark.at(-6), each.lastClick]);
      expect([channels.length, more]).toEqual([53, 30]);
      expect(found("mine")).toEqual([[0, 1, day(5).toISOString()]]);
      expect(found("former")).toEqual([[0, 0, day(20).toISOString()]]);
    }
  });

  it("counts raw clicks for days before the roll-ups have channels", async () => {
    const link = await newLink();
    await recordClicks([
      ...clicks(link.id, 2, day(20), "old", "email"),
      ...clicks(link.id, 3, day(5), "old", "email"),
      ...clicks(link.id, 4, day(4), null, null),
    ]);
    while (await aggregateClicks());
    const complete = await board(link);
    // As the version before left them.
    await own.query(`DELETE FROM "LinkDayLabel" WHERE "dimension" = 14 AND "day" < $1`, [
      isoDate(day(4)),
    ]);
    expect(await board(link)).not.toEqual(complete);
    await own.query(`UPDATE "RollupState" SET "placesSince" = $1`, [isoDate(day(4))]);
    expect(await board(link)).toEqual(complete);
    await own.query(`UPDATE "RollupState" SET "placesSince" = $1`, [isoDate(day(-2))]);
    expect(await board(link)).toEqual(complete);
    await own.query(`UPDATE "RollupState" SET "placesSince" = '1970-01-01'`);
  });
});

describe("added channels", () => {
  const addChannel = async (slug: string, added: Channel, at: Date) =>
    only(await editChannels([slug], { add: [added], remove: [] }, at));
  const removeChannel = async (slug: string, removed: Channel) =>
    only(await editChannels([slug], { add: [], remove: [removed] }, now));

  it("are edited on several links at once, which says exactly what was done to each", async () => {
    const [print, spring] = [channel("flyer", "print"), channel("flyer", "print", "spring")];
    const [one, two] = [await newLink([spring, channel("a")]), await newLink([])];
    const edit = { add: [print], remove: [{ source: "flyer", medium: "print" }, channel("a")] };
    expect(await editChannels([one.slug, "nobody", two.slug], edit, now)).toEqual([
      { id: one.id, slug: one.slug, add: [print], remove: [channel("a"), spring] },
      expect.objectContaining({ code: "not_found" }),
      { id: two.id, slug: two.slug, add: [print], remove: [] },
    ]);
    expect(await listChannels(one.id)).toEqual([print]);
    await editChannels([one.slug], { add: [channel("a"), spring], remove: [print] }, now);
    expect(await listChannels(one.id)).toEqual([channel("a"), spring]);
    expect(await listChannels(two.id)).toEqual([print]);
  });

  it("are unique, in order, and removed one by one or with the link", async () => {
    const link = await newLink([channel("a"), channel("a"), channel("a", "", "spring")]);
    await addChannel(link.slug, channel("b"), now);
    await addChannel(link.slug, channel("b"), now);
    await addChannel(link.slug, channel("b", "email"), new Date(now.getTime() + 1));
    await removeChannel(link.slug, channel("a"));
    await removeChannel(link.slug, channel("a"));
    expect(await listChannels(link.id)).toEqual([
      channel("a", "", "spring"),
      channel("b"),
      channel("b", "email"),
    ]);
    await expect(addChannel("nobody", channel("a"), now)).rejects.toMatchObject({
      code: "not_found",
    });
    await deleteLink(link.slug);
    expect(await listChannels(link.id)).toEqual([]);
  });

  it("are offered again by source and medium, most used first", async () => {
    await own.query(`DELETE FROM "LinkPlace"`);
    const one = await newLink([
      channel("flyer", "print", "spring"),
      channel("flyer", "print", "autumn"),
    ]);
    const two = await newLink([channel("", "", "spring"), channel("podcast")]);
    const { id } = await newLink([channel("flyer", "print")]);
    const flyer = channel("flyer", "print");
    expect(await listPlacesOf([one.id, two.id], 3)).toEqual([
      flyer,
      channel("", "", ""),
      channel("podcast"),
    ]);
    expect(await listPlacesOf([one.id, two.id], 1)).toEqual([flyer]);
    expect(await listPlacesOf([id, 0], 3)).toEqual([flyer]);
    expect(await listUsedChannels(10)).toEqual([flyer, channel("podcast")]);
    expect(await listUsedChannels(1)).toEqual([flyer]);
  });

  it("are limited, also when many requests come at once", async () => {
    const link = await newLink(
      Array.from({ length: mostChannels - 3 }, (_, index) => channel(`q-${index}`)),
    );
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => addChannel(link.slug, channel(`p-${index}`), now)),
    );
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(5);
    expect(await listChannels(link.id)).toHaveLength(mostChannels);
    const [refused] = results.filter((result) => result.status === "rejected");
    expect(refused?.reason).toMatchObject({
      code: "validation_failed",
      message: "A link can have 50 channels. Remove one first.",
    });
  });
});
