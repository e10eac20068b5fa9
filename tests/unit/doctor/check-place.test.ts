import { describe, expect, it } from "vitest";
import { checkPlace } from "@/lib/doctor/check-place";
import type { GeoSource } from "@/lib/visits/describe/geo-source";
import type { EdgePlatformSetting } from "@/lib/visits/describe/visitor-place";
import { inEnglish } from "../../support/in-english";
import { headersOf } from "../support/headers";

const cloudflare = headersOf({ "cf-ipcountry": "FR", "cf-ipcity": "Lyon" });
const nothing = headersOf({});
const now = new Date("2026-11-23T12:00:00.000Z");
const check = (
  header: typeof nothing,
  isTrusted: boolean,
  setting: EdgePlatformSetting,
  file?: GeoSource | null,
) =>
  inEnglish(
    checkPlace(header, {
      isTrusted,
      setting,
      path: file === undefined ? undefined : "/data/places.mmdb",
      file: file ?? null,
      now,
    }),
  );

describe("checkPlace", () => {
  it("shows the platform in use and the place it reports", () => {
    expect(check(cloudflare, true, "auto")).toMatchObject({
      state: "good",
      finding: "Cloudflare (EDGE_PLATFORM is auto) places you in Lyon, FR.",
    });
    expect(check(cloudflare, true, "cloudflare")).toMatchObject({ state: "good" });
  });

  it("warns about headers from an untrusted address", () => {
    for (const setting of ["auto", "cloudflare"] as const) {
      const { state, finding, advice } = check(cloudflare, false, setting);
      expect([state, finding, advice]).toEqual([
        "bad",
        expect.stringMatching(/^Cloudflare .* not trusted/),
        expect.stringContaining("TRUSTED_PROXIES"),
      ]);
    }
  });

  it("warns about headers of a platform that is not configured", () => {
    expect(check(cloudflare, true, "vercel")).toMatchObject({
      state: "bad",
      advice: expect.stringContaining("EDGE_PLATFORM to cloudflare"),
    });
  });

  it("reports that no header arrives", () => {
    expect(check(nothing, true, "auto")).toMatchObject({
      state: "note",
      finding: expect.stringContaining("No location headers"),
    });
    expect(check(nothing, false, "netlify")).toMatchObject({
      state: "note",
      finding: expect.stringContaining("no Netlify headers"),
    });
  });

  it("reports nothing to do when no platform is trusted", () => {
    expect(check(cloudflare, true, "none")).toMatchObject({
      state: "good",
      finding: expect.stringContaining("stay unknown"),
    });
    expect(check(nothing, false, "none")).toMatchObject({ state: "good" });
  });

  it("names the file that gives places where no platform does", () => {
    const file: GeoSource = {
      type: "GeoLite2-City",
      builtAt: new Date("2026-11-03T10:00:00.000Z"),
      credit: null,
    };
    for (const [header, setting] of [
      [nothing, "auto"],
      [nothing, "none"],
      [cloudflare, "none"],
      [nothing, "vercel"],
    ] as const) {
      const found = check(header, true, setting, file);
      expect(found).toMatchObject({
        state: "good",
        finding: "GEO_DATABASE (GeoLite2-City of 2026-11-03) gives the places of visitors.",
      });
    }
    expect(
      check(nothing, true, "auto", { ...file, builtAt: new Date("2026-09-01") }),
    ).toMatchObject({
      state: "note",
      advice: expect.stringContaining("old"),
    });
    expect(check(nothing, true, "auto", null)).toMatchObject({
      state: "bad",
      finding: expect.stringContaining("names /data/places.mmdb, which cannot"),
    });
    expect(check(cloudflare, true, "auto", null).finding).toContain("Lyon");
    expect(check(cloudflare, true, "auto", file).finding).toContain("Lyon");
    expect(check(cloudflare, false, "auto", file)).toMatchObject({ state: "bad" });
  });
});
