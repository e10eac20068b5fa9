// Run: all
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import Papa from "papaparse";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { clickRecordSchema } from "@/lib/commands/response-schemas";
import type { ClickRecord } from "@/lib/stats/report/click-record";
import { addBusyDay } from "../support/busy-day";
import type { Link } from "../support/contract";
import { type MadePerson, makePerson } from "../support/make-person";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

type Click = ClickRecord & { cursor: string };

const service = useSharedService();
let link: Link;
const perDay = 2_500;

/** More clicks than one page of the export, on two past days, and one of today. */
beforeAll(async () => {
  link = await service.api.create({ slug: "exported" });
  const query = ((text: string, values?: unknown[]) =>
    service.sql(text, values).then((rows) => ({ rows }))) as Parameters<typeof addBusyDay>[0];
  await addBusyDay(query, link.id, "2026-03-01", perDay, 10);
  await addBusyDay(query, link.id, "2026-03-02", perDay, 10);
  await visit(service.server, "/exported?utm_source==cmd", {
    headers: { "User-Agent": browsers.windows },
  });
  const other = await service.api.create({});
  await visit(service.server, `/${other.slug}`, { headers: { "User-Agent": browsers.windows } });
});

async function get(path: string) {
  const response = await fetch(service.server.url + path, {
    headers: { Authorization: `Bearer ${service.server.token}` },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const lines = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Click);
const exported = async (query: string) =>
  lines((await get(`/api/links/exported/clicks.ndjson${query}`)).text);

describe("GET /api/links/<slug>/clicks", () => {
  it("gives the same clicks in every format, oldest first, each once", async () => {
    const [plain, json, ndjson, csv] = await Promise.all(
      ["", ".json", ".ndjson", ".csv"].map((end) => get(`/api/links/exported/clicks${end}`)),
    );
    const clicks = lines(ndjson?.text ?? "");
    expect(clicks).toHaveLength(2 * perDay + 1);
    expect(new Set(clicks.map(({ cursor }) => cursor)).size).toBe(clicks.length);
    expect(clicks.map(({ createdAt }) => createdAt)).toEqual(
      clicks.map(({ createdAt }) => createdAt).toSorted(),
    );
    expect(JSON.parse(json?.text ?? "")).toEqual(clicks);
    expect(plain?.text).toBe(json?.text);
    const rows = Papa.parse<Record<string, string>>(csv?.text ?? "", {
      header: true,
      skipEmptyLines: true,
    }).data;
    expect(rows.map(({ cursor, createdAt }) => [cursor, createdAt])).toEqual(
      clicks.map(({ cursor, createdAt }) => [cursor, createdAt]),
    );
    expect([clicks.at(-1)?.utmSource, rows.at(-1)?.utmSource]).toEqual(["=cmd", "'=cmd"]);
    for (const { cursor: _, ...click } of clicks.slice(-3)) clickRecordSchema.parse(click);
  });

  it("names types and files", async () => {
    for (const [end, type] of [
      ["csv", "text/csv; charset=utf-8; header=present"],
      ["json", "application/json"],
      ["ndjson", "application/x-ndjson"],
    ] as const) {
      const { headers } = await get(`/api/links/exported/clicks.${end}?to=2026-01-01`);
      expect([
        headers.get("content-type"),
        headers.get("content-disposition"),
        headers.get("cache-control"),
      ]).toEqual([type, `attachment; filename="exported-clicks.${end}"`, "no-store"]);
    }
  });

  it("is limited by dates, both included", async () => {
    expect(await exported("?from=2026-03-02&to=2026-03-02")).toHaveLength(perDay);
    expect(await exported("?to=2026-03-01")).toHaveLength(perDay);
    expect(await exported("?from=2026-03-02")).toHaveLength(perDay + 1);
    expect(await exported("?from=2099-01-01")).toHaveLength(0);
  });

  it("continues behind any click, within the dates", async () => {
    const all = await exported("");
    for (const index of [0, 1_999, 2_000, perDay - 1, all.length - 1]) {
      expect(await exported(`?cursor=${all[index]?.cursor}`), `${index}`).toEqual(
        all.slice(index + 1),
      );
    }
    expect(await exported("?cursor=")).toEqual(all);
    expect(await exported(`?cursor=${all[0]?.cursor}&from=2026-03-02&to=2026-03-02`)).toHaveLength(
      perDay,
    );
    expect(await exported(`?cursor=${all.at(-2)?.cursor}&to=2026-03-01`)).toHaveLength(0);
  });

  it("is a valid file without clicks", async () => {
    const texts = await Promise.all(
      ["csv", "json", "ndjson"].map(
        async (end) => (await get(`/api/links/exported/clicks.${end}?to=2026-01-01`)).text,
      ),
    );
    expect(texts.slice(1)).toEqual(["[]\n", ""]);
    expect(texts[0]).toMatch(/^"?createdAt"?,.*"?cursor"?\r\n$/);
  });

  it("answers other links, methods and formats as the rest of the API", async () => {
    expect((await get("/api/links/exported/clicks.xml")).status).toBe(404);
    for (const path of ["/api/links/exported/clicks.csv", "/api/links/export.csv"]) {
      const head = await service.api.call("HEAD", path);
      expect([head.status, head.headers.get("content-type")], path).toEqual([
        200,
        "text/csv; charset=utf-8; header=present",
      ]);
      expect((await service.api.call("POST", path, {})).status, path).toBe(405);
    }
  });
});

describe("an export that does not get to its end", () => {
  let person: MadePerson;
  beforeAll(async () => {
    person = await makePerson(service);
  });
  afterAll(async () => {
    await service.sql(`DELETE FROM "Owner" WHERE "id" = $1`, [person.id]);
  });

  const isWaiting = (query: string) =>
    vi.waitUntil(
      async () =>
        (
          await service.sql(
            `SELECT 1 FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
            [query],
          )
        ).length > 0,
      60_000,
    );
  const pageOfClicks = '%"destination", "domain"%LIMIT%';

  /** Keeps everybody else from the clicks, once those who wait for them now are done. */
  async function lockClicks() {
    const client = new pg.Client(service.databaseUrl);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("BEGIN");
    const taken = client.query(`LOCK TABLE "Click"`);
    return { taken, release: () => client.end() };
  }

  async function lockBehindPage() {
    await isWaiting(pageOfClicks);
    const lock = await lockClicks();
    await isWaiting("LOCK TABLE%");
    return lock;
  }

  const paths = [
    "/api/links/exported/clicks.csv",
    "/api/links/exported/clicks.ndjson",
    "/dashboard/links/exported/export?what=clicks&format=csv&from=2026-03-01&to=2026-03-02",
    "/dashboard/links/exported/export?what=clicks&format=json&from=2026-03-01&to=2026-03-02",
  ];

  /** Its answer has the first page; the next one waits behind the second lock. */
  async function answered(path: string) {
    const first = await lockClicks();
    await first.taken;
    const client = request(service.server.url + path, {
      headers: { Authorization: `Bearer ${service.server.token}`, Cookie: person.cookie },
    });
    client.on("error", () => {}).end();
    const answer = once(client, "response") as Promise<[IncomingMessage]>;
    const second = await lockBehindPage();
    await first.release();
    return { response: (await answer)[0], second };
  }

  it.each(paths)("is no whole file if it fails after its first page: %s", async (path) => {
    const { response, second } = await answered(path);
    expect(response.statusCode).toBe(200);
    await expect(text(response)).rejects.toThrow("aborted");
    await second.release();
  });

  it.each(paths)("reads no further page once its client has left: %s", async (path) => {
    const { response, second } = await answered(path);
    response.on("error", () => {});
    await once(response, "data");
    const third = await lockBehindPage();
    response.socket.resetAndDestroy();
    // What comes later by the same way is answered once the service knows that the client is gone.
    const comesLater = () => get("/api/links/exported/clicks.csv?cursor=x");
    await comesLater();
    await second.release();
    await third.taken;
    await comesLater();
    expect(
      await service.sql(
        `SELECT query FROM pg_stat_activity WHERE query LIKE $1 AND state = 'active'`,
        [pageOfClicks],
      ),
    ).toEqual([]);
    await third.release();
  });
});

describe("a file for spreadsheets", () => {
  it("has local times of clicks, and names their zone", async () => {
    const path = "/api/links/exported/clicks.csv";
    const [header, first] = (await get(`${path}?excel=semicolon&timezone=Asia/Kolkata`)).text.split(
      "\r\n",
    );
    expect(header).toMatch(/^(?:\ufeff)?"createdAt";"referrer";.*;"cursor";"timeZone"$/);
    expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;.*;"Asia\/(?:Kolkata|Calcutta)"$/);
    const plain = (await get(path)).text.split("\r\n")[1] ?? "";
    const [, utc = ""] = /^"([^"]+)"/.exec(plain) ?? [];
    const local = new Date(Date.parse(utc) + 5.5 * 3_600_000).toISOString().slice(0, 19);
    expect(first?.split(";")[0]).toBe(local.replace("T", " "));
    for (const query of ["excel=tab", "excel=", "excel=comma&timezone=Mars"])
      expect((await get(`${path}?${query}`)).status, query).toBe(400);
  });

  it("comes back with the same times from another zone", async () => {
    const slug = "in-local-time";
    const expiresAt = "2031-07-01T12:30:00.000Z";
    await service.api.create({ slug, url: "https://example.com/local", expiresAt });
    const { text } = await get(
      `/api/links/export.csv?q=${slug}&excel=semicolon&timezone=Europe/Berlin`,
    );
    expect(text).toContain(";2031-07-01 14:30:00;");
    await service.api.remove(slug);
    const imported = await fetch(`${service.server.url}/api/links/import`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.server.token}` },
      body: text,
    });
    expect(await imported.json()).toMatchObject({ source: "slugline", created: 1 });
    expect(await service.api.get(slug)).toMatchObject({ expiresAt });
  });
});

describe("GET /api/links/export.csv", () => {
  it("contains every link, or those of a search and state, with the columns of the dashboard's export", async () => {
    for (let n = 0; n < 5; n++)
      await service.api.create({ slug: `csv-${n}`, enabled: n % 2 === 0, title: `=Title ${n}` });
    const slugs = async (query: string) =>
      Papa.parse<{ slug: string }>((await get(`/api/links/export.csv${query}`)).text, {
        header: true,
        skipEmptyLines: true,
      }).data.map(({ slug }) => slug);
    expect(await slugs("")).toHaveLength((await service.api.globalStats()).totalLinks);
    expect(await slugs("?q=CSV-&state=disabled")).toEqual(["csv-1", "csv-3"]);
    const { text, headers } = await get("/api/links/export.csv?q=csv-1");
    expect(text.split("\r\n")[0]?.replaceAll('"', "")).toBe(
      "slug,url,title,enabled,expiresAt,shortUrl,clickCount,lastClickedAt,botHitCount,createdAt,updatedAt,importedClicks,tags,note,aliases,maxClicks,startsAt,expiredUrl,ios,android,geo,languages,schedule,domain,hasPassword,forwardQuery,forwardUtm,description,image,createdBy",
    );
    expect(text).toContain("'=Title 1");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="links-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect((await get("/api/links/export.csv?state=odd")).status).toBe(400);
  });

  it("is made for spreadsheets on request, and comes back unchanged", async () => {
    const { url } = await service.api.create({
      slug: "007",
      title: "3-4",
      url: "https://example.com/ü,;",
    });
    const headers = { Authorization: `Bearer ${service.server.token}` };
    for (const [excel, separator] of [
      ["semicolon", ";"],
      ["comma", ","],
    ]) {
      const file = await fetch(`${service.server.url}/api/links/export.csv?q=007&excel=${excel}`, {
        headers,
      });
      const body = Buffer.from(await file.arrayBuffer());
      expect(body.toString("utf8")).toMatch(
        new RegExp(
          `^\\ufeff"slug"${separator}"url"[^]*\r\n"'007"${separator}"https://example.com/ü,;"${separator}"'3-4"`,
        ),
      );
      await service.api.remove("007");
      const imported = await fetch(`${service.server.url}/api/links/import`, {
        method: "POST",
        headers,
        body,
      });
      expect(await imported.json()).toMatchObject({ source: "slugline", separator, created: 1 });
      expect(await service.api.get("007")).toMatchObject({ title: "3-4", url });
    }
    expect((await get("/api/links/export.csv?excel=tab")).status).toBe(400);
  });
});
