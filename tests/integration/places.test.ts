// Run: all
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writeMmdb } from "../support/mmdb";
import { useService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const vercel = {
  "x-vercel-ip-country": "DE",
  "x-vercel-ip-country-region": "SN",
  "x-vercel-ip-city": "Leipzig",
};
const cloudflare = { "cf-ipcountry": "FR", "cf-region-code": "ARA", "cf-ipcity": "Lyon" };
const nowhere = { country: null, region: null, city: null };

/** The place that the click of a visitor with these headers is kept with. */
function placesOf(env: Record<string, string>) {
  const service = useService({ env });
  return async (headers: Record<string, string>) => {
    const { slug } = await service.api.create({});
    expect(
      (
        await visit(service.server, `/${slug}`, {
          headers: { "User-Agent": browsers.windows, ...headers },
        })
      ).status,
    ).toBe(302);
    const { recentClicks } = await service.api.stats(slug);
    return recentClicks.map(({ country, region, city }) => ({ country, region, city }));
  };
}

describe("EDGE_PLATFORM unset", () => {
  const placeOf = placesOf({});
  it("trusts any platform through a trusted peer", async () => {
    expect(await placeOf(vercel)).toEqual([{ country: "DE", region: "SN", city: "Leipzig" }]);
    expect(await placeOf(cloudflare)).toEqual([{ country: "FR", region: "ARA", city: "Lyon" }]);
  });
});

describe("EDGE_PLATFORM=cloudflare", () => {
  const placeOf = placesOf({ EDGE_PLATFORM: "cloudflare" });
  it("ignores other platforms", async () => {
    expect(await placeOf({ ...vercel, ...cloudflare })).toEqual([
      { country: "FR", region: "ARA", city: "Lyon" },
    ]);
    expect(await placeOf(vercel)).toEqual([nowhere]);
  });
});

describe("a peer that is not trusted", () => {
  const placeOf = placesOf({ TRUSTED_PROXIES: "none" });
  it("cannot set the visitor's place with any headers", async () => {
    expect(await placeOf({ ...vercel, ...cloudflare, "X-Forwarded-For": "127.0.0.1" })).toEqual([
      nowhere,
    ]);
  });
});

describe("EDGE_PLATFORM=none", () => {
  const placeOf = placesOf({ EDGE_PLATFORM: "none" });
  it("ignores all location headers", async () => {
    expect(await placeOf({ ...vercel, ...cloudflare })).toEqual([nowhere]);
  });
});

describe("GEO_DATABASE", () => {
  const folder = mkdtempSync(join(tmpdir(), "slugline-places-"));
  const file = join(folder, "places.mmdb");
  const address = "81.2.69.160";
  const london = {
    country: { iso_code: "GB" },
    subdivisions: [{ iso_code: "ENG" }],
    city: { names: { en: "London" } },
  };
  writeFileSync(file, writeMmdb({ "81.2.69.0/24": london }));
  const placeOf = placesOf({ GEO_DATABASE: file });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("gives the place of an address where no platform does", async () => {
    expect(await placeOf({ "X-Forwarded-For": address })).toEqual([
      { country: "GB", region: "ENG", city: "London" },
    ]);
    expect(await placeOf({ "X-Forwarded-For": "198.51.100.7" })).toEqual([nowhere]);
    expect(await placeOf({ "X-Forwarded-For": address, ...cloudflare })).toEqual([
      { country: "FR", region: "ARA", city: "Lyon" },
    ]);
  });
});

describe("GEO_DATABASE that cannot be used", () => {
  const placeOf = placesOf({ GEO_DATABASE: "/nowhere/places.mmdb" });
  it("does not keep the service from starting and redirecting", async () => {
    expect(await placeOf({ "X-Forwarded-For": "81.2.69.160" })).toEqual([nowhere]);
  });
});
