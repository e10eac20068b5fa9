// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import Papa from "papaparse";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dayMs, isoDate } from "@/lib/core/day";
import { startServer, type TestServer } from "../support/server";
import { useService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const hosts = {
  links: "go.example.test",
  dashboard: "dashboard.example.test",
  further: "l.example.test",
};
const env = {
  BASE_URL: `http://${hosts.links}`,
  DASHBOARD_ORIGIN: `http://${hosts.dashboard}`,
  DOMAINS: hosts.further,
  SHARE_FRAME_ORIGINS: "https://intranet.example.com, http://127.0.0.1:3000",
  ACCESS_LOG: "all",
};
const first = useService({ env });
let second: TestServer;

beforeAll(async () => {
  second = await startServer(first.databaseUrl, { env });
});
afterAll(async () => {
  await second.stop();
});

interface Created {
  id: string;
  url: string;
}

const share = async (body: Record<string, unknown>) => {
  const answer = await first.api.call<Created>("POST", "/api/shares", body);
  expect(answer.status).toBe(201);
  return { ...answer.body, path: new URL(answer.body.url).pathname };
};
let address = 0;
/** Each visit comes from a network of its own, unless `headers` say otherwise. */
const open = (server: TestServer, path: string, headers: Record<string, string> = {}) =>
  visit(server, path, {
    headers: {
      Host: hosts.links,
      "User-Agent": browsers.windows,
      "X-Forwarded-For": `198.51.${++address >> 8}.${address & 255}`,
      ...headers,
    },
  });

it("answers at the hosts of links and of the dashboard, and at no other", async () => {
  const { slug } = await first.api.create({});
  const { url, path } = await share({ slug });
  expect(url).toBe(`http://${hosts.links}${path}`);
  const statuses = async (of: string) =>
    Promise.all(
      Object.values(hosts).map(async (Host) => (await open(first.server, of, { Host })).status),
    );
  expect(await statuses(path)).toEqual([200, 200, 404]);
  expect(await statuses("/dashboard/setup")).toEqual([404, 200, 404]);
  expect(await statuses(`${path}/more/parts`)).toEqual([404, 307, 404]);
});

it("a revoked page answers on no instance after a second", async () => {
  const { slug } = await first.api.create({});
  const { id, path } = await share({ slug, csv: true });
  const all = () =>
    Promise.all(
      [first.server, second].flatMap((server) =>
        [path, `${path}/csv`].map(async (each) => (await open(server, each)).status),
      ),
    );
  expect(await all()).toEqual([200, 200, 200, 200]);
  await first.api.call("DELETE", `/api/shares/${id}`);
  expect((await open(first.server, path)).status).toBe(404);
  await sleep(1_000);
  expect(await all()).toEqual([404, 404, 404, 404]);
});

it("its address is in no log", async () => {
  const { slug } = await first.api.create({});
  const { path } = await share({ slug, csv: true, password: "open sesame" });
  for (const each of [path, `${path}/csv`, `${path}/x`, `${path}?_rsc=1`])
    await open(first.server, each);
  await open(second, path);
  const logged = first.server.output() + second.output();
  expect(logged).toContain("/dashboard/share/[secret]");
  expect(logged).not.toContain(path.slice(-22));
});

it("is shown in frames of the sites that are listed, without its password form", async () => {
  const { slug } = await first.api.create({});
  const [plain, locked] = [await share({ slug }), await share({ slug, password: "open sesame" })];
  const { headers } = await open(first.server, plain.path);
  expect(headers["content-security-policy"]).toContain(
    "frame-ancestors https://intranet.example.com http://127.0.0.1:3000",
  );
  expect(headers["x-frame-options"]).toBeUndefined();
  const signIn = await open(first.server, "/dashboard/sign-in", { Host: hosts.dashboard });
  expect(signIn.headers["x-frame-options"]).toBe("DENY");
  expect(signIn.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  const framed = await open(first.server, locked.path, { "Sec-Fetch-Dest": "iframe" });
  expect(framed.body).not.toContain('type="password"');
  expect(framed.body).toContain('target="_blank"');
  expect((await open(first.server, locked.path)).body).toContain('type="password"');
});

it("one network cannot open pages without end, and short links pay nothing", async () => {
  const { slug } = await first.api.create({});
  const { path } = await share({ slug });
  const greedy = { "X-Forwarded-For": "203.0.113.9" };
  const statuses = new Set<number>();
  for (let round = 0; round < 13; round++)
    for (const { status } of await Promise.all(
      Array.from({ length: 10 }, () => open(first.server, path, greedy)),
    ))
      statuses.add(status);
  expect([...statuses].sort()).toEqual([200, 429]);
  const refused = await open(first.server, path, greedy);
  expect(refused.headers["retry-after"]).toMatch(/^\d+$/);
  expect((await open(first.server, path)).status).toBe(200);
  expect((await open(first.server, `/${slug}`, greedy)).status).toBe(302);
});

it("a hung look-up takes no connection from owners and visitors", async () => {
  const { slug } = await first.api.create({});
  const pages = await Promise.all(Array.from({ length: 30 }, () => share({ slug })));
  const other = new pg.Client({ connectionString: first.databaseUrl });
  await other.connect();
  try {
    await other.query(`BEGIN; LOCK TABLE "Share" IN ACCESS EXCLUSIVE MODE`);
    const opening = Promise.all(
      pages.map(async ({ path }) => (await open(first.server, path)).status),
    );
    expect((await first.api.stats(slug)).totalClicks).toBe(0);
    expect((await first.api.list()).total).toBeGreaterThan(0);
    expect((await open(first.server, `/${slug}`)).status).toBe(302);
    expect(new Set(await opening)).toEqual(new Set([503]));
  } finally {
    await other.end();
  }
  await expect.poll(async () => (await open(first.server, pages[0]?.path ?? "")).status).toBe(200);
});

it("fixed days that are over count no later click", async () => {
  const { slug } = await first.api.create({});
  // Before the click, so that the day before is over at midnight, too.
  const now = Date.now();
  await open(first.server, `/${slug}`);
  const clicksUntil = async (day: Date) => {
    const { path } = await share({
      slug,
      cards: [],
      from: "2026-01-01",
      to: isoDate(day),
      csv: true,
    });
    const { body } = await open(first.server, `${path}/csv`);
    const { data } = Papa.parse<Record<string, string>>(body.trim(), { header: true });
    return data.reduce((sum, { clicks }) => sum + Number(clicks), 0);
  };
  expect(await clicksUntil(new Date(now - dayMs))).toBe(0);
  expect(await clicksUntil(new Date(now + dayMs))).toBe(1);
});

it("remembers when it was last opened", async () => {
  const { slug } = await first.api.create({});
  const { id, path } = await share({ slug });
  const lastOpened = async () =>
    (
      await first.sql<{ at: Date | null }>(
        `SELECT "lastOpenedAt" AS "at" FROM "Share" WHERE "id" = $1`,
        [id],
      )
    )[0]?.at;
  expect(await lastOpened()).toBeNull();
  await open(second, path);
  await expect.poll(lastOpened).toBeInstanceOf(Date);
});
