// Run: verify
import Papa from "papaparse";
import { describe, expect, it, vi } from "vitest";
import { anyStatisticsSchema } from "@/lib/commands/statistics-schemas";
import type { Link } from "../support/contract";
import { isFullRun } from "../support/run";
import { startServer } from "../support/server";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const url = "https://destination.example/?own=1#end";
const rules = {
  ios: "https://ios.example/app",
  android: "https://android.example/app",
  geo: { DE: "https://de.example/", FR: "https://fr.example/" },
};
const later = {
  languages: { de: "https://deutsch.example/", "pt-BR": "https://brasil.example/" },
  schedule: [
    { from: "2020-01-01T00:00:00.000Z", url: "https://since.example/" },
    { from: "2999-01-01T00:00:00.000Z", url: "https://later.example/" },
  ],
};
const iphone = { "User-Agent": browsers.iphone };
const windows = { "User-Agent": browsers.windows };
const from = (country: string) => ({ "CF-IPCountry": country });

const service = useSharedService();

const asOwner = () => ({ headers: { Authorization: `Bearer ${service.server.token}` } });

/** With what the contract leaves out, as a link without rules does. */
async function statisticsOf(slug: string, query = "") {
  const answer = await fetch(`${service.server.url}/api/links/${slug}/stats${query}`, asOwner());
  return anyStatisticsSchema.parse(await answer.json());
}

/** Where they lead is in the table of `both-ways`. */
describe("destinations by platform and country", () => {
  const create = (more: Record<string, unknown> = {}) =>
    service.api.create({ url, ...rules, ...more });
  const open = (slug: string, headers: Record<string, string>, method = "GET", query = "") =>
    visit(service.server, `/${slug}${query}`, { method, headers });
  const ledTo = async (slug: string, headers: Record<string, string>, method?: string) =>
    (await open(slug, headers, method)).headers.location;

  it("are a breakdown, a filter and a column of exports", async () => {
    const { slug } = await create();
    await ledTo(slug, iphone);
    await ledTo(slug, { ...iphone, ...from("DE") });
    await ledTo(slug, { ...windows, ...from("DE") });
    await ledTo(slug, windows);
    const statistics = (query = "") => statisticsOf(slug, query);
    const destinations = [
      { destination: "ios", count: 2 },
      { destination: "DE", count: 1 },
      { destination: "default", count: 1 },
    ];
    expect((await statistics()).destinations).toEqual(destinations);
    expect((await statistics("?destination=ios")).range.clicks).toBe(2);
    expect((await statistics("?destination=default")).range.clicks).toBe(1);
    expect((await statistics("?destination=!default&country=DE")).range.clicks).toBe(2);
    const exported = async (format: string) =>
      (await fetch(`${service.server.url}/api/links/${slug}/clicks.${format}`, asOwner())).text();
    const clicks: { destination?: string }[] = JSON.parse(await exported("json"));
    expect(clicks.map((click) => click.destination)).toEqual(["ios", "ios", "DE", undefined]);
    const { data } = Papa.parse<{ destination: string }>(await exported("csv"), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map((click) => click.destination)).toEqual(["ios", "ios", "DE", "default"]);
    const plain = await service.api.create({ url });
    await ledTo(plain.slug, iphone);
    expect(await service.api.stats(plain.slug)).not.toHaveProperty("destinations");
  });
});

describe("the fields languages and schedule", () => {
  it("are on a link that has them, and absent from a plain one", async () => {
    const { slug } = await service.api.create({ url, ...later });
    expect(await service.api.get(slug)).toMatchObject(later);
    expect(Object.keys(await service.api.get(slug))).toHaveLength(15);
    const none = { languages: null, schedule: null };
    expect((await service.api.patch(slug, none)).body).toMatchObject(none);
    expect(Object.keys(await service.api.get(slug))).toHaveLength(13);
    const { body } = await service.api.call<{ changes: { field: string }[] }>(
      "GET",
      `/api/links/${slug}/history`,
    );
    expect(body.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: "languages", from: later.languages, to: null }),
        expect.objectContaining({ field: "schedule", from: later.schedule, to: null }),
      ]),
    );
  });

  it("say in statistics which address was chosen, and are a filter there", async () => {
    const { slug } = await service.api.create({ url, ...later });
    for (const tag of ["de-AT", "pt-BR", "ja"])
      await visit(service.server, `/${slug}`, { headers: { ...windows, "Accept-Language": tag } });
    const [{ from: since = "" } = {}] = later.schedule;
    expect((await statisticsOf(slug)).destinations).toEqual([
      { destination: since, count: 1 },
      { destination: "de", count: 1 },
      { destination: "pt-BR", count: 1 },
    ]);
    const only = await statisticsOf(slug, `?destination=${encodeURIComponent(since)}`);
    expect(only.range.clicks).toBe(1);
  });

  it("change at the instant, without a word to the server", async () => {
    const soon = new Date(Date.now() + 1_500).toISOString();
    const { slug } = await service.api.create({
      url,
      schedule: [{ from: soon, url: "https://soon.example/" }],
    });
    const led = async () => (await visit(service.server, `/${slug}`)).headers.location;
    const early = await led();
    if (Date.now() < Date.parse(soon)) expect(early).toBe(url);
    await vi.waitFor(async () => expect(await led()).toBe("https://soon.example/"), 30_000);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
  });

  it("are replaced in, and back", async () => {
    const { slug } = await service.api.create({ url, ...later });
    const { body } = await service.api.call<{ results: { changes: { field: string }[] }[] }>(
      "POST",
      "/api/links/replace",
      { find: "since.example", replace: "new.example", scope: "host", slugs: [slug] },
    );
    expect(body.results[0]?.changes).toEqual([
      expect.objectContaining({ field: "schedule.2020-01-01T00:00:00.000Z" }),
    ]);
    expect((await service.api.get(slug)).schedule?.[0]?.url).toBe("https://new.example/");
  });
});

describe("the fields ios, android and geo", () => {
  it("are on a link that has them, and absent from a plain one", async () => {
    const plain = await service.api.create({ url });
    expect(Object.keys(plain)).toHaveLength(13);
    expect(await service.api.create({ url, ...rules })).toMatchObject(rules);
    const { slug } = await service.api.create({ url, ios: rules.ios });
    expect(Object.keys(await service.api.get(slug))).toHaveLength(14);
    expect((await service.api.patch(slug, rules)).body).toMatchObject(rules);
    const none = { geo: null, ios: null, android: null };
    expect((await service.api.patch(slug, { ...none, geo: {} })).body).toMatchObject(none);
    expect(Object.keys(await service.api.get(slug))).toHaveLength(13);
  });

  it("refuse an address of this service, and more than 20 countries", async () => {
    const own = `${service.server.url}/other`;
    const countries = "DE FR AT CH IT ES PT NL BE LU DK SE NO FI PL CZ SK HU RO BG GR".split(" ");
    for (const fields of [
      { ios: own },
      { android: own },
      { geo: { DE: own } },
      { geo: Object.fromEntries(countries.map((code) => [code, url])) },
    ])
      expect((await service.api.call("POST", "/api/links", { url, ...fields })).status).toBe(400);
    const geo = Object.fromEntries(countries.slice(1).map((code) => [code, url]));
    expect(await service.api.create({ url, geo })).toMatchObject({ geo });
  });

  it("are in the history, which takes them back", async () => {
    const { slug } = await service.api.create({ url, geo: { DE: rules.geo.DE } });
    await service.api.patch(slug, rules);
    const { body } = await service.api.call<{ changes: { field: string }[] }>(
      "GET",
      `/api/links/${slug}/history`,
    );
    expect(body.changes).toHaveLength(3);
    expect(body.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: "ios", from: null, to: rules.ios }),
        expect.objectContaining({ field: "android", from: null, to: rules.android }),
        expect.objectContaining({ field: "geo", from: { DE: rules.geo.DE }, to: rules.geo }),
      ]),
    );
  });

  it("come back from an exported file", async () => {
    const headers = { Authorization: `Bearer ${service.server.token}` };
    await service.api.create({ slug: "travels", url, ...rules, ...later });
    const file = await fetch(`${service.server.url}/api/links/export.csv?q=travels`, { headers });
    const body = await file.text();
    await service.api.remove("travels");
    const imported = await fetch(`${service.server.url}/api/links/import`, {
      method: "POST",
      headers,
      body,
    });
    expect(await imported.json()).toMatchObject({ created: 1, refused: 0 });
    const link: Link = await service.api.get("travels");
    expect(link).toMatchObject(rules);
    await service.api.remove("travels");
    const json = JSON.stringify([{ ...link, ...rules }]);
    const again = await fetch(`${service.server.url}/api/links/import`, {
      method: "POST",
      headers,
      body: json,
    });
    expect(await again.json()).toMatchObject({ created: 1, refused: 0 });
    expect(await service.api.get("travels")).toMatchObject({ ...rules, ...later });
  });

  it.runIf(isFullRun)("ignore a country that a stranger claims", async () => {
    const { slug } = await service.api.create({ url, geo: { DE: rules.geo.DE } });
    for (const env of [{ TRUSTED_PROXIES: "none" }, { EDGE_PLATFORM: "vercel" }]) {
      const server = await startServer(service.databaseUrl, { env });
      try {
        for (const forged of [
          from("DE"),
          { "CF-IPCountry": "DE", "X-Forwarded-For": "10.0.0.1" },
        ]) {
          const opened = await visit(server, `/${slug}`, { headers: { ...windows, ...forged } });
          expect(opened.headers.location).toBe(url);
        }
      } finally {
        await server.stop();
      }
    }
  });
});
