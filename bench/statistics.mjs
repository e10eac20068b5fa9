import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { bundle } from "../scripts/build.mjs";
import { setup } from "../scripts/setup.mjs";

setup({ build: true, development: true });
bundle(["bench/browse.ts"]);
const servers = await import("./servers.mjs");
/** @type {typeof import("./browse")} */
const pages = await import(pathToFileURL("dist/bench/browse.js").href);

/*
 * The cost of statistics over HTTP (the dashboard's list runs in this process): one link with more
 * and more clicks on the same days, then few and many links. Buffers are the 8 KB pages that
 * Postgres touched per request. BENCH_CLICKS, BENCH_LINKS and BENCH_REQUESTS change the sizes;
 * BENCH_REPORTS=0 leaves out the reports of all links and of a tag. BENCH_DATA keeps the databases.
 */

const clickCounts = (process.env.BENCH_CLICKS ?? "100000,1000000,10000000")
  .split(",")
  .filter(Boolean)
  .map(Number);
const linkCounts = (process.env.BENCH_LINKS ?? "1000,1000000")
  .split(",")
  .filter(Boolean)
  .map(Number);
const requests = Number(process.env.BENCH_REQUESTS ?? 100);

/** @type {Record<string, string | number>[]} */
const table = [];

for (const clicks of clickCounts) {
  await servers.withSeeded({ links: 1, clicks, days: 365 }, async (server, url) => {
    const [{ slug }] = await servers.query(url, `SELECT "slug" FROM "Link" ORDER BY "id" LIMIT 1`);
    for (const days of [30, 365])
      await measure(server, url, `/api/links/${slug}/stats?days=${days}`, {
        clicks,
        links: 1,
        what: `link, ${days} days`,
      });
    await measure(server, url, `/api/links/${slug}/stats?days=30&country=CH`, {
      clicks,
      links: 1,
      what: "link, 30 days, one country",
    });
    await measure(server, url, "/api/stats", { clicks, links: 1, what: "global" });
    const service = pages.openService(url);
    await measureCall(url, () => pages.readInstant(slug, { days: "30", country: ["CH"] }), {
      clicks,
      links: 1,
      what: "at once, one country",
    });
    await service.stop();
  });
}
await measureReports(10_000_000, 100_000);
for (const links of linkCounts) {
  await servers.withSeeded({ links, clicks: 1_000_000, days: 90 }, async (server, url) => {
    const [{ slug }] = await servers.query(
      url,
      `SELECT "slug" FROM "Link" ORDER BY "id" DESC LIMIT 1`,
    );
    const size = { clicks: 1_000_000, links };
    await measure(server, url, "/api/stats", { ...size, what: "global" });
    await measure(server, url, "/api/links", { ...size, what: "list" });
    await measure(server, url, `/api/links?q=${slug.slice(2, -1)}`, {
      ...size,
      what: "list with search",
    });
    const service = pages.openService(url);
    const browse = (/** @type {{ q?: string, sort: "clicks" | "last-click" | "newest" }} */ part) =>
      pages.browseLinks({ q: "", state: "all", page: 1, ...part }, new Date());
    await measureCall(url, () => browse({ sort: "clicks" }), {
      ...size,
      what: "dashboard list by clicks",
    });
    await measureCall(url, () => browse({ sort: "last-click" }), {
      ...size,
      what: "dashboard list by last click",
    });
    await measureCall(url, () => browse({ sort: "clicks", q: slug.slice(2, -1) }), {
      ...size,
      what: "dashboard search by clicks",
    });
    await service.stop();
  });
}
/**
 * All links, and tags with some, many and all of them. The first report of a tag adds up its links,
 * and is refused if that takes long.
 * @param {number} clicks
 * @param {number} links
 */
async function measureReports(clicks, links) {
  if (process.env.BENCH_REPORTS === "0") return;
  await servers.withSeeded({ links, clicks, days: 365 }, async (server, url) => {
    for (const tagged of [1_000, 10_000, links]) {
      await servers.query(
        url,
        `INSERT INTO "Tag" ("key", "name", "color", "createdAt") VALUES ('t${tagged}', 't${tagged}', 'gray', now()) ON CONFLICT DO NOTHING`,
      );
      await servers.query(
        url,
        `INSERT INTO "LinkTag" SELECT l."id", t."id", l."createdAt"
         FROM (SELECT * FROM "Tag" WHERE "key" = 't${tagged}') t, (SELECT * FROM "Link" ORDER BY md5("slug") LIMIT ${tagged}) l ON CONFLICT DO NOTHING`,
      );
    }
    await servers.query(url, `ANALYZE "LinkTag"`);
    const size = { clicks, links };
    for (const attempt of [1, 2, 3, 4]) {
      await measureOnce(server, "/api/stats/report?days=365&tag=t10000", {
        ...size,
        what: `tag of 10,000 links, 365 days, attempt ${attempt}`,
      });
    }
    for (const days of [30, 365]) {
      await measure(server, url, `/api/stats/report?days=${days}`, {
        ...size,
        what: `all links, ${days} days`,
      });
      await measure(server, url, `/api/stats/report?days=${days}&tag=t1000`, {
        ...size,
        what: `tag of 1,000 links, ${days} days`,
      });
      await measure(server, url, `/api/stats/report?days=${days}&tag=t10000`, {
        ...size,
        what: `tag of 10,000 links, ${days} days`,
      });
      await measure(server, url, `/api/stats/report?days=${days}&timezone=Asia/Kolkata`, {
        ...size,
        what: `all links, ${days} days of Kolkata`,
      });
    }
    await measure(server, url, `/api/links?tag=t${links}`, {
      ...size,
      what: "list of a tag of all links",
    });
  });
}

console.table(table);
mkdirSync("bench-results", { recursive: true });
writeFileSync(
  `bench-results/statistics-${new Date().toISOString().replace(/[:.]/g, "-")}.json`,
  JSON.stringify({ node: process.version, requests, table }, null, 2),
);

/**
 * @param {import("./servers.mjs").Server} server
 * @param {string} url
 * @param {string} path
 * @param {{ clicks: number, links: number, what: string }} row
 */
async function measure(server, url, path, row) {
  const ask = async () => {
    const response = await fetch(server.url + path, { headers: { Authorization: "Bearer bench" } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  };
  await measureCall(url, ask, row).catch((error) => {
    // That a report takes too long is a result, too.
    if (!error.message.endsWith("answered 503")) throw error;
    console.log(`${row.what}: refused`);
  });
}

/**
 * @param {import("./servers.mjs").Server} server
 * @param {string} path
 * @param {{ clicks: number, links: number, what: string }} row
 */
async function measureOnce(server, path, { what, ...size }) {
  const from = performance.now();
  const response = await fetch(server.url + path, { headers: { Authorization: "Bearer bench" } });
  await response.arrayBuffer();
  const ms = Math.round(performance.now() - from);
  table.push({ what, ...size, "p50 ms": ms, "p95 ms": ms, buffers: 0 });
  console.log(what, response.status, `${ms} ms`);
}

/**
 * @param {string} url
 * @param {() => Promise<unknown>} call
 * @param {{ clicks: number, links: number, what: string }} row
 */
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
  const at = (/** @type {number} */ share) =>
    Number((times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1));
  const row = {
    what,
    ...size,
    "p50 ms": at(0.5),
    "p95 ms": at(0.95),
    buffers: Math.round(used / requests),
  };
  table.push(row);
  // Printed at once, so that an interrupted run still gives results.
  console.log(Object.values(row).join("  "));
}

/** Backends report their buffer statistics at most once a second. @param {string} url */
async function buffers(url) {
  await sleep(1_500);
  const [row] = await servers.query(
    url,
    `SELECT (blks_hit + blks_read)::float8 AS n FROM pg_stat_database WHERE datname = current_database()`,
  );
  return row.n;
}
