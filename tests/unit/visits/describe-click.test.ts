import { describe, expect, it } from "vitest";
import { describeClick } from "@/lib/visits/describe/describe-click";
import { readEntry, writeEntry } from "@/lib/visits/journal/journal-entry";
import type { Visit } from "@/lib/visits/visit";
import { headersOf } from "../support/headers";

const visitor = "09".repeat(16);
const origin = { visitor, place: { country: null, region: null, city: null } };
const at = new Date("2026-03-01T23:59:59.999Z");
const link = { linkId: 7, createdAt: new Date("2026-03-01T00:00:00Z") };
const visit = (headers: Record<string, string>, query = ""): Visit => ({
  method: "GET",
  slug: "hello",
  query,
  header: headersOf(headers),
  domain: null,
  peerAddress: "203.0.113.9",
  at,
});

describe("describeClick", () => {
  it("names the alias by which a visitor came, and leaves it out for the link's own slug", () => {
    expect(
      describeClick(visit({}), { ...link, alias: "other" }, origin, "go.example.com").alias,
    ).toBe("other");
    for (const alias of [undefined, null])
      expect(
        "alias" in
          describeClick(visit({}), alias === null ? { ...link, alias } : link, origin, "x"),
      ).toBe(false);
  });

  it("keeps every attribute of a visit", () => {
    const headers = {
      "user-agent":
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
      referer: "https://www.news.example.org/secret?token=1",
      "accept-language": "de-ch,de;q=0.9",
    };
    const known = { visitor, place: { country: "CH", region: "ZH", city: "Zürich" } };
    expect(
      describeClick(
        visit(headers, "utm_source=a&utm_medium=b&utm_campaign=c"),
        link,
        known,
        "go.example.com",
      ),
    ).toStrictEqual({
      id: expect.any(String),
      linkId: 7,
      createdAt: at,
      isFirstDay: true,
      visitor,
      referrer: "news.example.org",
      country: "CH",
      region: "ZH",
      city: "Zürich",
      device: "Desktop",
      browser: "Chrome",
      os: "Windows",
      locale: "de-CH",
      utmSource: "a",
      utmMedium: "b",
      utmCampaign: "c",
    });
  });

  it("is null or Unknown for missing values", () => {
    expect(describeClick(visit({}), link, origin, "go.example.com")).toMatchObject({
      referrer: null,
      country: null,
      region: null,
      city: null,
      device: "Unknown",
      browser: "Unknown",
      os: "Unknown",
      locale: null,
      utmSource: null,
      utmMedium: null,
      utmCampaign: null,
    });
  });

  it("treats our own host as Direct", () => {
    expect(
      describeClick(visit({ referer: "https://go.example.com/" }), link, origin, "go.example.com")
        .referrer,
    ).toBeNull();
  });

  it("has a unique UUIDv7 with the time of the visit", () => {
    const ids = Array.from(
      { length: 100 },
      () => describeClick(visit({}), link, origin, "go.example.com").id,
    );
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(at.getTime());
    }
  });

  it.each([
    ["a millisecond before it", -1, false],
    ["at its instant", 0, true],
    ["in the last millisecond of its first 24 hours", 86_399_999, true],
    ["24 hours after it", 86_400_000, false],
  ])("determines whether the link is in its first day: %s", (_when, age, expected) => {
    const made = { linkId: 7, createdAt: new Date(at.getTime() - age) };
    expect(describeClick(visit({}), made, origin, "go.example.com").isFirstDay).toBe(expected);
  });

  it("contains no address", () => {
    const click = describeClick(
      visit({ "x-forwarded-for": "198.51.100.7", "x-real-ip": "198.51.100.7" }),
      link,
      origin,
      "go.example.com",
    );
    expect(JSON.stringify(click)).not.toMatch(/203\.0\.113\.9|198\.51\.100\.7/);
  });

  it("gives clicks in the journal of an earlier version the same labels", () => {
    const click = describeClick(visit({}), link, origin, "go.example.com");
    const earlier = {
      ...click,
      referrer: "example.org.",
      country: "us",
      region: "US-ca",
      browser: "MobileSafari",
      os: "PLAYSTATION",
      locale: "zh-Hans-CN-u-co-pinyin",
      utmSource: "Zu\u0308rich",
    };
    const known = {
      referrer: "example.org",
      country: "US",
      region: "CA",
      browser: "Mobile Safari",
      os: "PlayStation",
      locale: "zh-Hans-CN",
    };
    expect(readEntry(Buffer.from(JSON.stringify({ kind: "clicks", clicks: [earlier] })))).toEqual({
      kind: "clicks",
      clicks: [{ ...click, ...known, utmSource: "Z\u00fcrich" }],
    });
  });

  it("stays as it is in the journal", () => {
    const headers = {
      "user-agent":
        "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
      referer: "https://www.Bücher.example./a",
      "accept-language": "zh-yue;q=0.9",
    };
    const known = { visitor, place: { country: "CH", region: "ZH", city: "Zürich" } };
    const click = describeClick(
      visit(headers, "utm_source=A%20b&utm_medium=%C3%BC"),
      link,
      known,
      "go.example.com",
    );
    expect(readEntry(writeEntry({ kind: "clicks", clicks: [click] }))).toEqual({
      kind: "clicks",
      clicks: [click],
    });
    expect(click).toMatchObject({
      referrer: "xn--bcher-kva.example",
      locale: "yue",
      utmSource: "A b",
    });
  });
});
