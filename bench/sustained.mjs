import { setTimeout as sleep } from "node:timers/promises";
import { setup } from "../scripts/setup.mjs";

setup({ build: true, development: true });
const { generateLoad } = await import("./load.mjs");
const servers = await import("./servers.mjs");

/*
 * A steady load, by default an hour of a billion clicks a month: what it costs once roll-ups are
 * made beside it. The clicks differ as those of real visitors do, and popular links get most of
 * them. BENCH_RATE and BENCH_SECONDS change it.
 */

const rate = Number(process.env.BENCH_RATE ?? 386);
const seconds = Number(process.env.BENCH_SECONDS ?? 3_600);
const linkCount = 10_000;
const visitorCount = 200_000;

const browsers = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0",
];
const languages = [
  "en-US,en;q=0.9",
  "de-DE,de;q=0.9",
  "fr-FR,fr;q=0.9",
  "es-ES,es;q=0.9",
  "ja-JP,ja;q=0.9",
];

const data = servers.makeDataFolder();
const server = await servers.startExpress(data.folder);
try {
  await measure();
} finally {
  await server.stop();
  data.remove();
}

async function measure() {
  await servers.query(
    data.databaseUrl(),
    `WITH l AS (INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") SELECT 's' || n, 'https://example.com/', now(), now() FROM generate_series(1, $1::int) n RETURNING "id")
     INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM l`,
    [linkCount],
  );
  const before = {
    bytes: await size(),
    node: servers.cpuSeconds(server.pid),
    postgres: postgresCpu(),
  };
  const watch = watchPending();
  const { answers, failures, p50Ms, p99Ms } = await generateLoad({
    url: server.url,
    paths: [],
    connections: 64,
    seconds,
    amount: 0,
    rate,
    visit,
  });
  const mostPending = await watch.stop();
  const drainedMs = await untilAggregated();
  const perClick = (/** @type {number} */ used) => Math.round((used / answers) * 1e6);
  const [{ clicks, stored }] = await servers.query(
    data.databaseUrl(),
    `SELECT (SELECT count(*)::int FROM "Click") AS "stored", (SELECT sum("clickCount")::int FROM "LinkCounter") AS "clicks"`,
  );
  console.table({
    "clicks a second": rate,
    seconds,
    "answered, stored, counted": `${answers}, ${stored}, ${clicks}`,
    failures,
    "p50 and p99 ms": `${p50Ms.toFixed(1)}, ${p99Ms.toFixed(1)}`,
    "us of Node a click": perClick(servers.cpuSeconds(server.pid) - before.node),
    "us of Postgres a click": perClick(postgresCpu() - before.postgres),
    "most clicks not aggregated": mostPending,
    "ms until all were aggregated": Math.round(drainedMs),
    "MB of Node": servers.residentMegabytes(server.pid),
    "bytes of disk a click": Math.round(((await size()) - before.bytes) / answers),
  });
}

/** A few links are popular, and most are not; visitors come back. @param {number} sent */
function visit(sent) {
  const link = Math.floor(linkCount ** Math.random());
  const visitor = Math.floor(visitorCount * Math.random());
  const source = sent % 3 === 0 ? "?utm_source=newsletter&utm_medium=mail" : "";
  return {
    path: `/s${link}${source}`,
    headers: {
      "user-agent": browsers[visitor % browsers.length] ?? "",
      "accept-language": languages[visitor % languages.length] ?? "",
      "x-forwarded-for": `198.${18 + (visitor >> 16)}.${(visitor >> 8) & 255}.${visitor & 255}`,
      referer: `https://site-${link % 50}.example.org/`,
    },
  };
}

function watchPending() {
  const stopping = new AbortController();
  let most = 0;
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      most = Math.max(most, await pendingClicks());
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      return most;
    },
  };
}

async function pendingClicks() {
  const [{ pending }] = await servers.query(
    data.databaseUrl(),
    `SELECT coalesce(sum("size"), 0)::int AS "pending" FROM "ClickBatch"`,
  );
  return pending;
}

async function untilAggregated() {
  const from = performance.now();
  while ((await pendingClicks()) > 0) await sleep(100);
  return performance.now() - from;
}

async function size() {
  const [{ bytes }] = await servers.query(
    data.databaseUrl(),
    "SELECT pg_database_size(current_database())::float8 AS bytes",
  );
  return bytes;
}

function postgresCpu() {
  return servers.cpuSeconds(data.postgresPid(), true);
}
