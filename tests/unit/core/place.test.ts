import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalPlace, type EdgePlatform, edgePlatforms, findPlace } from "@/lib/core/place";
import { anyText } from "../support/any-text";
import { headersOf } from "../support/headers";

const nowhere = { country: null, region: null, city: null };
const placeOf = (
  headers: Record<string, string>,
  platforms: readonly EdgePlatform[] = edgePlatforms,
) => findPlace(headersOf(headers), platforms)?.place ?? nowhere;
const netlify = (geo: unknown) => ({
  "x-nf-geo": Buffer.from(typeof geo === "string" ? geo : JSON.stringify(geo)).toString("base64"),
});

describe("findPlace", () => {
  it.each([
    ["Vercel", "x-vercel-ip-country", "x-vercel-ip-country-region", "x-vercel-ip-city"],
    ["Cloudflare", "cf-ipcountry", "cf-region-code", "cf-ipcity"],
    [
      "CloudFront",
      "cloudfront-viewer-country",
      "cloudfront-viewer-country-region",
      "cloudfront-viewer-city",
    ],
    ["App Engine", "x-appengine-country", "x-appengine-region", "x-appengine-city"],
  ])("reads the headers of %s", (_, country, region, city) => {
    expect(placeOf({ [country]: "BR", [region]: "SP", [city]: "S%C3%A3o%20Paulo" })).toEqual({
      country: "BR",
      region: "SP",
      city: "São Paulo",
    });
    expect(placeOf({ [country]: "BR" })).toEqual({ country: "BR", region: null, city: null });
    expect(placeOf({ [city]: "Bern" })).toEqual({ country: null, region: null, city: "Bern" });
  });

  it("reads Netlify's header", () => {
    const geo = {
      city: "São Paulo",
      country: { code: "BR", name: "Brazil" },
      subdivision: { code: "SP", name: "São Paulo" },
      timezone: "UTC",
    };
    expect(placeOf(netlify(geo))).toEqual({ country: "BR", region: "SP", city: "São Paulo" });
    expect(placeOf(netlify({ country: { code: "CH" } }))).toEqual({
      country: "CH",
      region: null,
      city: null,
    });
  });

  it.each(["", "no base64 %%%", "bm8ganNvbg==", "e30=", "bnVsbA==", "NQ==", "W10="])(
    "is nowhere for the Netlify header %j",
    (value) => {
      expect(placeOf({ "x-nf-geo": value })).toEqual(nowhere);
    },
  );

  it.each([
    [{ city: 5, country: { code: {} }, subdivision: null }],
    [{ country: "BR" }],
    [{ country: { code: "XX" } }],
  ])("is nowhere for the Netlify object %j", (geo) => {
    expect(placeOf(netlify(geo))).toEqual(nowhere);
  });

  it("is nowhere without headers", () => {
    expect(placeOf({})).toEqual(nowhere);
  });

  it.each(["XX", "T1", "", " ", "B", "BRA", "B1", "Brazil", "%42%52", "B R", "БР"])(
    "knows no country %j",
    (country) => {
      expect(placeOf({ "cf-ipcountry": country })).toEqual(nowhere);
    },
  );

  it("converts the country to upper case", () => {
    expect(placeOf({ "cf-ipcountry": " br " }).country).toBe("BR");
  });

  it.each(["", " ", "%", "%zz", "Paris%", "%E9", "%00", "%20", "?"])("knows no city %j", (city) => {
    expect(placeOf({ "x-vercel-ip-country": "FR", "x-vercel-ip-city": city })).toEqual({
      country: "FR",
      region: null,
      city: null,
    });
  });

  it("reads UTF-8 bytes, which node:http decodes as Latin-1, and Latin-1 itself", () => {
    expect(placeOf({ "cf-ipcity": Buffer.from("Zürich").toString("latin1") }).city).toBe("Zürich");
    expect(placeOf({ "cf-ipcity": "Zürich" }).city).toBe("Zürich");
  });

  it("removes control characters and truncates long values", () => {
    expect(placeOf({ "cf-ipcity": "a%0D%0Ab%00", "cf-region-code": "r".repeat(100) })).toEqual({
      country: null,
      region: "r".repeat(64),
      city: "ab",
    });
    expect(placeOf({ "cf-ipcity": "c".repeat(1_000) }).city).toBe("c".repeat(128));
  });

  it.each([
    [
      { country: "us", region: "ca", city: "New  York" },
      { country: "US", region: "CA", city: "New York" },
    ],
    [
      { country: "CH", region: "CH-ZH", city: "Zu\u0308rich" },
      { country: "CH", region: "ZH", city: "Zürich" },
    ],
    [
      { country: "FR", region: "Île-de-France", city: null },
      { country: "FR", region: "Île-de-France", city: null },
    ],
    [
      { country: null, region: "ab-cd", city: null },
      { country: null, region: "ab-cd", city: null },
    ],
  ])("spells %j as %j", (given, place) => {
    expect(canonicalPlace(given)).toEqual(place);
    expect(canonicalPlace(place)).toEqual(place);
  });

  it("takes all parts from one platform", () => {
    expect(
      placeOf({ "x-vercel-ip-country": "DE", "cf-ipcountry": "FR", "cf-ipcity": "Paris" }),
    ).toEqual({ country: "DE", region: null, city: null });
    expect(placeOf({ "x-vercel-ip-country": "XX", "cf-ipcountry": "FR" }).country).toBe("FR");
  });

  it("trusts only the given platforms, and returns which one matched", () => {
    const both = { "x-vercel-ip-country": "DE", "cf-ipcountry": "FR" };
    expect(findPlace(headersOf(both), ["cloudflare"])).toEqual({
      platform: "cloudflare",
      place: { country: "FR", region: null, city: null },
    });
    expect(findPlace(headersOf(both), edgePlatforms)?.platform).toBe("vercel");
    expect(findPlace(headersOf(both), ["cloudfront", "appengine", "netlify"])).toBeNull();
    expect(findPlace(headersOf(both), [])).toBeNull();
  });

  it("never throws and returns clean values for any header", () => {
    const names = ["x-vercel-ip-country", "x-vercel-ip-city", "cf-region-code", "x-nf-geo"];
    fc.assert(
      fc.property(fc.constantFrom(...names), anyText(), (name, value) => {
        const { country, region, city } = placeOf({ [name]: value });
        expect(country ?? "AA").toMatch(/^[A-Z]{2}$/);
        for (const part of [region, city]) expect(part ?? "x").toMatch(/^\P{Cc}+$/u);
      }),
    );
  });
});
