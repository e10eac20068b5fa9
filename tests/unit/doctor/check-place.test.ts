import { describe, expect, it } from "vitest";
import { checkPlace } from "@/lib/doctor/check-place";
import { headersOf } from "../support/headers";

const cloudflare = headersOf({ "cf-ipcountry": "FR", "cf-ipcity": "Lyon" });
const nothing = headersOf({});

describe("checkPlace", () => {
  it("shows the platform in use and the place it reports", () => {
    expect(checkPlace(cloudflare, true, "auto")).toMatchObject({
      state: "good",
      finding: "Cloudflare (EDGE_PLATFORM is auto) places you in Lyon, FR.",
    });
    expect(checkPlace(cloudflare, true, "cloudflare")).toMatchObject({ state: "good" });
  });

  it("warns about headers from an untrusted address", () => {
    for (const setting of ["auto", "cloudflare"] as const) {
      const { state, finding, advice } = checkPlace(cloudflare, false, setting);
      expect([state, finding, advice]).toEqual([
        "bad",
        expect.stringMatching(/^Cloudflare .* not trusted/),
        expect.stringContaining("TRUSTED_PROXIES"),
      ]);
    }
  });

  it("warns about headers of a platform that is not configured", () => {
    expect(checkPlace(cloudflare, true, "vercel")).toMatchObject({ state: "bad", advice: expect.stringContaining("EDGE_PLATFORM to cloudflare") });
  });

  it("reports that no header arrives", () => {
    expect(checkPlace(nothing, true, "auto")).toMatchObject({ state: "note", finding: expect.stringContaining("No location headers") });
    expect(checkPlace(nothing, false, "netlify")).toMatchObject({ state: "note", finding: expect.stringContaining("no Netlify headers") });
  });

  it("reports nothing to do when no platform is trusted", () => {
    expect(checkPlace(cloudflare, true, "none")).toMatchObject({ state: "good", finding: expect.stringContaining("stay unknown") });
    expect(checkPlace(nothing, false, "none")).toMatchObject({ state: "good" });
  });
});
