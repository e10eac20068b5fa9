import { expect, it } from "vitest";
import { lastDigestTime } from "@/lib/messages/digest-time";
import { mailText } from "@/lib/messages/mail-text";
import { sentenceOf } from "@/lib/messages/sentence";

it.each([
  [
    "the minute itself",
    { day: 4, hour: 12, timeZone: "UTC" },
    "2026-11-26",
    "2026-11-26T12:00:00.000Z",
  ],
  [
    "an hour later on the day",
    { day: 4, hour: 13, timeZone: "UTC" },
    "2026-11-19",
    "2026-11-19T13:00:00.000Z",
  ],
  ["a Sunday", { day: 7, hour: 0, timeZone: "UTC" }, "2026-11-22", "2026-11-22T00:00:00.000Z"],
  [
    "a zone ahead",
    { day: 5, hour: 0, timeZone: "Pacific/Kiritimati" },
    "2026-11-27",
    "2026-11-26T10:00:00.000Z",
  ],
  [
    "a zone behind",
    { day: 1, hour: 8, timeZone: "America/New_York" },
    "2026-11-23",
    "2026-11-23T13:00:00.000Z",
  ],
])("the last digest at %s", (_, time, date, at) => {
  const last = lastDigestTime(time, new Date("2026-11-26T12:00:00Z"));
  expect([last.date, last.at.toISOString()]).toEqual([date, at]);
});

it("an hour that clocks skip is the one after", () => {
  const time = { day: 7, hour: 2, timeZone: "Europe/Berlin" };
  const last = lastDigestTime(time, new Date("2026-03-29T12:00:00Z"));
  expect(last.at.toISOString()).toBe("2026-03-29T01:00:00.000Z");
});

it("a digest is a line for the week, and one for each link", () => {
  const links = [{ slug: "a", title: "A", text: "12 clicks from 19 Nov to 25 Nov." }];
  const facts = { from: "2026-11-19", to: "2026-11-25", clicks: 1_200, links };
  expect(sentenceOf("digest.weekly", facts, new Date(), "en")).toBe(
    "1,200 clicks from 19 Nov 2026 to 25 Nov 2026\n\nA (/a): 12 clicks from 19 Nov to 25 Nov.",
  );
});

it("messages are in the language of the person who made the receiver", () => {
  const links = [{ slug: "a", title: "A", text: "12 Klicks." }];
  const facts = { from: "2026-11-19", to: "2026-11-25", clicks: 1_200, links };
  expect(sentenceOf("digest.weekly", facts, new Date(), "de")).toBe(
    "1.200 Klicks vom 19. Nov. 2026 bis 25. Nov. 2026\n\nA (/a): 12 Klicks.",
  );
  const text = sentenceOf("link.created", { slug: "a" }, new Date(), "de");
  const urls = { pageUrl: "https://x/p", unsubscribeUrl: "https://x/u" };
  expect(mailText({ text, ...urls, language: "de" })).toMatchObject({
    subject: "Neuer Link: /a",
    text: expect.stringMatching(/In Slugline öffnen: .*\nAbbestellen: https:\/\/x\/u\n$/s),
    html: expect.stringContaining('<html lang="de">'),
  });
});

it("neither a subject nor a title is cut inside an emoji", () => {
  const urls = { pageUrl: "https://x/p", unsubscribeUrl: "https://x/u", language: "en" } as const;
  for (let length = 100; length < 125; length++) {
    const { subject } = mailText({ text: `${"a".repeat(length)}${"👩🏽‍🚀".repeat(9)}`, ...urls });
    expect(subject).toMatch(/^a+(?:👩🏽‍🚀)*…$/u);
    expect([...subject].length).toBeLessThanOrEqual(120);
    const facts = { slug: "a", title: `${"a".repeat(length - 10)}${"🇳🇵".repeat(20)}` };
    expect(sentenceOf("link.created", facts, new Date(), "en")).toMatch(/a(?:🇳🇵)*… \(/u);
  }
});
