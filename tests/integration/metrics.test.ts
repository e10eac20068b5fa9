// Run: all
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { definitions } from "@/lib/service/metric-definitions";
import { eventually } from "../support/fault-service";
import { findImbalances, parseMetrics, scrape } from "../support/metrics";
import { builtVersion } from "../support/release";
import { useService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const metricsToken = "metrics-token-7d1c2b";

describe("GET /api/metrics", () => {
  const service = useService({ env: { METRICS_TOKEN: metricsToken } });
  const ask = (token: string | null, method = "GET", path = "/api/metrics") =>
    fetch(service.server.url + path, {
      method,
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    });

  it("answers in the text format, with every metric but the age of a backup, which there is none of", async () => {
    const response = await ask(service.server.token);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toBeTruthy();
    const text = await response.text();
    parseMetrics(text);
    const described = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    );
    const expected = Object.entries(definitions).map(([name, { type }]) => `${name} ${type}`);
    expect(described.sort()).toEqual(
      expected.filter((each) => !each.startsWith("slugline_backup_age_seconds")).sort(),
    );
  });

  it("accepts METRICS_TOKEN, which opens nothing else", async () => {
    expect((await ask(metricsToken)).status).toBe(200);
    expect((await ask(metricsToken, "HEAD")).status).toBe(200);
    for (const path of ["/api/links", "/api/stats", "/api/links/x", "/api/metrics/x"])
      expect((await ask(metricsToken, "GET", path)).status).toBe(401);
    expect((await ask(metricsToken, "POST", "/api/links")).status).toBe(401);
  });

  it("accepts a read-only token", async () => {
    const token = `slg_${randomBytes(32).toString("base64url")}`;
    await service.sql(
      `INSERT INTO "ApiToken" ("id", "name", "hash", "prefix", "lastFour", "canWrite", "createdAt") VALUES ($1, 'test', $2, $3, $4, false, now())`,
      [
        randomUUID(),
        createHash("sha256").update(token).digest(),
        token.slice(0, 8),
        token.slice(-4),
      ],
    );
    expect((await ask(token)).status).toBe(200);
  });

  it.each([
    ["no token", null],
    ["a wrong token", "wrong"],
    ["part of METRICS_TOKEN", metricsToken.slice(0, -1)],
  ])("refuses %s with a problem body", async (_, token) => {
    const response = await ask(token);
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await response.json()).toMatchObject({ code: "unauthorized", status: 401 });
  });

  it("counts wrong tokens and limits them, but never valid ones", async () => {
    // The peer is a trusted proxy, so each address has a count of its own.
    const from = (token: string) =>
      fetch(`${service.server.url}/api/metrics`, {
        headers: { Authorization: `Bearer ${token}`, "X-Forwarded-For": "203.0.113.77" },
      });
    const statuses = new Set<number>();
    for (let wave = 0; wave < 10 && !statuses.has(429); wave++)
      for (const { status } of await Promise.all(Array.from({ length: 31 }, () => from("wrong"))))
        statuses.add(status);
    expect([...statuses]).toEqual([401, 429]);
    expect((await from(metricsToken)).status).toBe(200);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("answers %s with 405", async (method) => {
    for (const token of [service.server.token, metricsToken]) {
      const response = await ask(token, method);
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    }
  });
});

describe("the counts after visits of every kind", () => {
  const service = useService();
  const send = (path: string, method = "GET", headers: Record<string, string> = {}) =>
    visit(service.server, path, { method, headers });

  it("balance, and match what was sent", async () => {
    await service.api.create({ slug: "counted" });
    await service.api.create({ slug: "disabled", enabled: false });
    const before = await scrape(service.server);
    for (const userAgent of [browsers.iphone, browsers.windows, ""])
      await send("/counted?x=1", "GET", { "user-agent": userAgent });
    await send("/counted", "HEAD");
    await send("/counted", "GET", { "user-agent": browsers.slack });
    await send("/counted", "GET", { "user-agent": browsers.googlebot });
    await send("/counted", "GET", { "sec-purpose": "prefetch" });
    await send("/counted", "GET", { cookie: "slugline.test=counted" });
    for (const path of ["/disabled", "/unknown-slug"]) await send(path);
    await send("/counted", "POST");
    const after = await scrape(service.server);
    const since = (name: string, labels: Record<string, string> = {}) =>
      after.sum(name, labels) - before.sum(name, labels);

    for (const what of ["received", "answered", "durable"])
      expect(since(`slugline_clicks_${what}_total`), what).toBe(3);
    for (const what of ["journaled", "replayed", "quarantined", "refused"])
      expect(since(`slugline_clicks_${what}_total`), what).toBe(0);
    for (const kind of ["head", "preview", "crawler", "prefetch", "owner"])
      expect(since("slugline_uncounted_visits_total", { kind }), kind).toBe(1);
    const visits = { 200: 1, 302: 7, 404: 2, 405: 1, 429: 0, 503: 0 };
    for (const [status, count] of Object.entries(visits))
      expect(since("slugline_visits_total", { status }), status).toBe(count);
    expect(since("slugline_redirect_duration_seconds_count")).toBe(7);
    expect(since("slugline_redirect_duration_seconds_bucket", { le: "+Inf" })).toBe(7);
    expect(since("slugline_recording_batch_clicks_sum")).toBe(3);
    expect(
      since("slugline_link_cache_hits_total") + since("slugline_link_cache_misses_total"),
    ).toBe(10);
    expect(findImbalances(after)).toEqual([]);
  });

  it("include gauges of both threads", async () => {
    const metrics = await scrape(service.server);
    for (const thread of ["main", "web"])
      expect(metrics.sum("slugline_heap_bytes", { thread }), thread).toBeGreaterThan(1e6);
    expect(metrics.sum("slugline_database_up")).toBe(1);
    expect(metrics.sum("slugline_pool_max_connections", { pool: "visitors" })).toBe(4);
    expect(metrics.sum("slugline_pool_max_connections", { pool: "owners" })).toBe(4);
    expect(metrics.sum("slugline_disk_free_bytes")).toBeGreaterThan(0);
    // The first request of the threads' own: GET of /api/metrics and POST of the links.
    expect(
      metrics.sum("slugline_api_duration_seconds_count", { method: "POST", status: "2xx" }),
    ).toBe(2);
  });

  it("count broken destinations, of active links only", async () => {
    const broken = async () => (await scrape(service.server)).sum("slugline_broken_destinations");
    for (const enabled of [true, false])
      await service.api.create({ slug: `broken-${enabled}`, enabled });
    const before = await broken();
    await service.sql(
      `INSERT INTO "LinkPreview" ("linkId", "failingSince", "brokenSince", "checkedAt")
       SELECT "id", now() - interval '1 day', now() - interval '1 day', now() FROM "Link" WHERE "slug" LIKE 'broken-%'
       ON CONFLICT ("linkId") DO UPDATE SET "failingSince" = excluded."failingSince", "brokenSince" = excluded."brokenSince", "checkedAt" = excluded."checkedAt"`,
    );
    expect((await broken()) - before).toBe(1);
  });
});

describe.runIf(process.platform === "linux")("with two workers", () => {
  const service = useService({ env: { WORKERS: "2" } });
  const workersOf = (pid: number) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

  it("the counts are the sum of all, and what was read once outlives a worker", async () => {
    await service.api.create({ slug: "shared" });
    const visitAnew = () => visit(service.server, "/shared", { headers: { connection: "close" } });
    await Promise.all(Array.from({ length: 40 }, visitAnew));
    const before = await scrape(service.server);
    expect(before.sum("slugline_clicks_received_total")).toBe(40);
    expect(
      before.samples.filter(({ name }) => name === "slugline_clicks_received_total"),
    ).toHaveLength(1);
    expect(before.samples.filter(({ name }) => name === "slugline_build_info")).toMatchObject([
      { labels: { version: expect.stringMatching(builtVersion) }, value: 1 },
    ]);
    expect(findImbalances(before)).toEqual([]);
    for (const thread of ["primary", "main", "web"])
      expect(before.sum("slugline_heap_bytes", { thread }), thread).toBeGreaterThan(1e6);
    expect(before.sum("slugline_pool_max_connections", { pool: "visitors" })).toBe(8);

    const primary = service.server.process.pid ?? 0;
    const [victim = 0] = workersOf(primary);
    process.kill(victim, "SIGKILL");
    const isReplaced = () =>
      workersOf(primary).length === 2 && !workersOf(primary).includes(victim);
    expect(await eventually(isReplaced, 10_000)).toBe(true);
    await Promise.all(Array.from({ length: 10 }, visitAnew));
    const after = await scrape(service.server);
    expect(after.sum("slugline_clicks_received_total")).toBe(50);
    // The worker that answered the first scrape counted it after it was read. If that one was
    // killed, only this request is missing.
    expect(after.sum("slugline_api_duration_seconds_count")).toBeGreaterThanOrEqual(
      before.sum("slugline_api_duration_seconds_count"),
    );
    expect(findImbalances(after)).toEqual([]);
  });
});

describe("under `next start`, without server.ts", () => {
  const service = useService({ way: "Next route" });

  it("the one thread reports what it has", async () => {
    await service.api.create({ slug: "alone" });
    const before = await scrape(service.server);
    // The first visits after a start may be refused on a busy machine.
    const visits = [];
    for (let sent = 0; sent < 5; sent++)
      visits.push((await visit(service.server, "/alone")).status);
    const after = await scrape(service.server);
    const since = (what: string) =>
      after.sum(`slugline_clicks_${what}_total`) - before.sum(`slugline_clicks_${what}_total`);
    expect(visits).toContain(302);
    expect(since("answered")).toBe(visits.filter((status) => status === 302).length);
    expect(since("received")).toBe(5);
    expect(findImbalances(after)).toEqual([]);
  });
});
