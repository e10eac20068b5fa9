import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { bundle, setup } from "../scripts/setup.mjs";

setup({ build: true });
bundle(["bench/browse.ts"]);
const servers = await import("./servers.mjs");
/** @type {typeof import("./browse")} */
const pages = await import(pathToFileURL("dist/bench/browse.js").href);

/*
 * The cost of statistics over HTTP (the dashboard's list runs in this process): one link with more and more clicks on the
 * same days, then few and many links. Buffers are the 8 KB pages that Postgres touched per request. BENCH_CLICKS,
 * BENCH_LINKS and BENCH_REQUESTS change the sizes.
 */

const clickCounts = (process.env.BENCH_CLICKS ?? "100000,1000000,10000000").split(",").filter(Boolean).map(Number);
const linkCounts = (process.env.BENCH_LINKS ?? "1000,1000000").split(",").filter(Boolean).map(Number);
const requests = Number(process.env.BENCH_REQUESTS ?? 100);

/** @type {Record<string, string | number>[]} */
const table = [];

for (const clicks of clickCounts) {
  await servers.withSeeded({ links: 1, clicks, days: 365 }, async (server, url) => {
    const [{ slug }] = await servers.query(url, `SELECT "slug" FROM "Link" ORDER BY "id" LIMIT 1`);
    for (const days of [30, 365])
      await measure(server, url, `/api/links/${slug}/stats?days=${days}`, { clicks, links: 1, what: `link, ${days} days` });
    await measure(server, url, `/api/links/${slug}/stats?days=30&country=CH`, { clicks, links: 1, what: "link, 30 days, one country" });
    await measure(server, url, "/api/stats", { clicks, links: 1, what: "global" });
  });
}
for (const links of linkCounts) {
  await servers.withSeeded({ links, clicks: 1_000_000, days: 90 }, async (server, url) => {
    const [{ slug }] = await servers.query(url, `SELECT "slug" FROM "Link" ORDER BY "id" DESC LIMIT 1`);
    const size = { clicks: 1_000_000, links };
    await measure(server, url, "/api/stats", { ...size, what: "global" });
    await measure(server, url, "/api/links", { ...size, what: "list" });
    await measure(server, url, `/api/links?q=${slug.slice(2, -1)}`, { ...size, what: "list with search" });
    pages.useDatabase(url);
    const browse = (/** @type {{ q?: string, sort: "clicks" | "last-click" | "newest" }} */ part) =>
      pages.browseLinks({ q: "", state: "all", page: 1, ...part }, new Date());
    await measureCall(url, () => browse({ sort: "clicks" }), { ...size, what: "dashboard list by clicks" });
    await measureCall(url, () => browse({ sort: "last-click" }), { ...size, what: "dashboard list by last click" });
    await measureCall(url, () => browse({ sort: "clicks", q: slug.slice(2, -1) }), { ...size, what: "dashboard search by clicks" });
    await pages.closeDatabase();
  });
}
console.table(table);
mkdirSync("bench-results", { recursive: true });
writeFileSync(
  `bench-results/statistics-${new Date().toISOString().replace(/[:.]/g, "-")}.json`,
  JSON.stringify({ node: process.version, requests, table }, null, 2),
);

/** @param {import("./servers.mjs").Server} server @param {string} url @param {string} path @param {{ clicks: number, links: number, what: string }} row */
function measure(server, url, path, row) {
  const ask = async () => {
    const response = await fetch(server.url + path, { headers: { Authorization: "Bearer bench" } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  };
  return measureCall(url, ask, row);
}

/** @param {string} url @param {() => Promise<unknown>} call @param {{ clicks: number, links: number, what: string }} row */
async function measureCall(url, call, { what, ...size }) {
  const ask = async () => {
    const from = performance.now();
    await call();
    return performance.now() - from;
  };
  for (let round = 0; round < 20; round++) await ask();
  const before = await buffers(url);
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < requests; round++) times.push(await ask());
  const used = (await buffers(url)) - before;
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => Number((times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1));
  const row = { what, ...size, "p50 ms": at(0.5), "p95 ms": at(0.95), buffers: Math.round(used / requests) };
  table.push(row);
  // Printed at once, so that an interrupted run still gives results.
  console.log(Object.values(row).join("  "));
}

/** Backends report their buffer statistics at most once a second. @param {string} url */
async function buffers(url) {
  await sleep(1_500);
  const [row] = await servers.query(url, `SELECT (blks_hit + blks_read)::float8 AS n FROM pg_stat_database WHERE datname = current_database()`);
  return row.n;
}
