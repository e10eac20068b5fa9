import { describe, expect, it } from "vitest";
import { useService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const vercel = { "x-vercel-ip-country": "DE", "x-vercel-ip-country-region": "SN", "x-vercel-ip-city": "Leipzig" };
const cloudflare = { "cf-ipcountry": "FR", "cf-region-code": "ARA", "cf-ipcity": "Lyon" };
const nowhere = { country: null, region: null, city: null };

/** The place that the click of a visitor with these headers is kept with. */
function placesOf(env: Record<string, string>) {
  const service = useService({ env });
  return async (headers: Record<string, string>) => {
    const { slug } = await service.api.create({});
    expect((await visit(service.server, `/${slug}`, { headers: { "User-Agent": browsers.windows, ...headers } })).status).toBe(302);
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
    expect(await placeOf({ ...vercel, ...cloudflare })).toEqual([{ country: "FR", region: "ARA", city: "Lyon" }]);
    expect(await placeOf(vercel)).toEqual([nowhere]);
  });
});

describe("a peer that is not trusted", () => {
  const placeOf = placesOf({ TRUSTED_PROXIES: "none" });
  it("cannot set the visitor's place with any headers", async () => {
    expect(await placeOf({ ...vercel, ...cloudflare, "X-Forwarded-For": "127.0.0.1" })).toEqual([nowhere]);
  });
});

describe("EDGE_PLATFORM=none", () => {
  const placeOf = placesOf({ EDGE_PLATFORM: "none" });
  it("ignores all location headers", async () => {
    expect(await placeOf({ ...vercel, ...cloudflare })).toEqual([nowhere]);
  });
});
