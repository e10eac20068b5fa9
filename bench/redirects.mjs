import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setup } from "../scripts/setup.mjs";

setup({ build: true, development: true });
const { generateLoad, generator, median, plainVisit, variedVisits } = await import("./load.mjs");
const servers = await import("./servers.mjs");

/*
 * The cost of a recorded redirect until it is counted everywhere, compared with a bare node:http
 * server in the same run, and with one that stores a row for each (the floor). Clicks differ as
 * those of real visitors behind a proxy do; identical ones are the cheapest case. Prints medians over the rounds and writes them to bench-results/
 * for comparison between runs. BENCH_ROUNDS and BENCH_SECONDS make it longer.
 */

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const linkCount = 1_000;
const coldCount = 20_000;

/**
 * @typedef {import("./load.mjs").LoadResult & { name: string, connections: number,
 *   used: Awaited<ReturnType<Awaited<ReturnType<typeof servers.watchProcessors>>["stop"]>>,
 *   rssMb: number, stored: number | null }} Row
 */

const data = servers.makeDataFolder();
const bare = await servers.startBare();
let express = await servers.startExpress(data.folder);
await servers.query(data.databaseUrl(), `ALTER TABLE "Link" DISABLE TRIGGER USER`);
for (const [prefix, count] of [
  ["s", linkCount],
  ["cold", coldCount],
]) {
  await servers.query(
    data.databaseUrl(),
    `WITH l AS (INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") SELECT $1::text || n, 'https://example.com/', now(), now() FROM generate_series(1, $2::int) n RETURNING "id")
     INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM l`,
    [prefix, count],
  );
}
await servers.query(data.databaseUrl(), `ALTER TABLE "Link" ENABLE TRIGGER USER`);
const durable = await servers.startDurable(data.databaseUrl());
const next = await servers.startNext(data.databaseUrl(), data.folder);

const varied = variedVisits(linkCount, 50_000);
const identical = [plainVisit("/s1?utm_source=bench")];
const cold = Array.from({ length: coldCount }, (_, index) => plainVisit(`/cold${index + 1}`));
const [bareName, floorName] = ["bare node:http", "bare, one row a redirect"];

/** @type {Row[]} */
const rows = [];

try {
  for (const connections of [16, 64, 256]) {
    for (let round = 0; round < rounds; round++) {
      await measure(bareName, bare, { requests: varied, connections, expected: 30_000 });
      await measure("direct server, varied clicks", express, {
        requests: varied,
        connections,
        expected: 8_000,
      });
      await measure("direct server, identical clicks", express, {
        requests: identical,
        connections,
        expected: 8_000,
      });
      await measure("Next route, varied clicks", next, {
        requests: varied,
        connections,
        expected: 700,
      });
      await measure(floorName, durable, { requests: varied, connections, expected: 15_000 });
    }
  }
  const full = median(
    rows
      .filter(
        ({ name, connections }) => name === "direct server, varied clicks" && connections === 64,
      )
      .map(({ perSecond }) => perSecond),
  );
  const half = {
    requests: varied,
    connections: 64,
    expected: full / 2,
    rate: Math.round(full / 2),
  };
  for (let round = 0; round < rounds; round++) {
    await measure("bare, the same half load", bare, half);
    await measure("direct server, half load", express, half);
    await measure("one row a redirect, the same half load", durable, half);
  }
  // Stopping the direct server stops its Postgres too.
  await Promise.all([next.stop(), durable.stop()]);
  for (let round = 0; round < rounds; round++) {
    await express.stop();
    express = await servers.startExpress(data.folder);
    await measure("direct server, cold cache", express, {
      requests: cold,
      connections: 64,
      expected: coldCount / seconds,
      once: true,
    });
  }
} finally {
  await next.stop();
  await durable.stop();
  await express.stop();
  await bare.stop();
  data.remove();
}
report();

/**
 * @param {string} name @param {import("./servers.mjs").Server} server
 * @param {{ requests: import("./load.mjs").Request[], connections: number, expected: number,
 *   rate?: number, once?: boolean }} load
 */
async function measure(name, server, { requests, connections, expected, rate, once }) {
  const counted = server !== bare && server !== durable;
  const before = counted ? await storedClicks() : 0;
  const processors = await servers.watchProcessors(data, server.pid);
  const amount = once
    ? requests.length
    : Math.round((expected * seconds) / connections) * connections;
  const result = await generateLoad({
    url: server.url,
    requests,
    connections,
    seconds,
    amount,
    ...(rate ? { rate } : {}),
  });
  const stored = counted ? (await settledClicks(before + result.answers)) - before : null;
  rows.push({
    ...result,
    name,
    connections,
    used: await processors.stop(),
    rssMb: servers.residentMegabytes(server.pid),
    stored,
  });
  // What it leaves to vacuum and write back would slow down whatever is measured next.
  if (server === durable)
    for (const statement of [`TRUNCATE "BenchClick"`, "CHECKPOINT"])
      await servers.query(data.databaseUrl(), statement);
  process.stdout.write(".");
}

async function storedClicks() {
  const [row] = await servers.query(
    data.databaseUrl(),
    `SELECT count(*)::int AS n FROM "StoredClick"`,
  );
  return row.n;
}

/**
 * Waits until at least this many clicks are stored, because slow batches go through the journal.
 * @param {number} expected
 */
async function settledClicks(expected) {
  let stored = await storedClicks();
  for (let attempt = 0; attempt < 50; attempt++) {
    await sleep(100);
    const before = stored;
    stored = await storedClicks();
    if (stored >= expected && stored === before) break;
  }
  return stored;
}

function report() {
  const keys = [...new Set(rows.map(({ name, connections }) => `${name}\0${connections}`))];
  const table = keys.map((key) => {
    const same = rows.filter(({ name, connections }) => `${name}\0${connections}` === key);
    const of = (/** @type {(row: Row) => number} */ pick) => median(same.map(pick));
    const [first] = same;
    const share = (/** @type {string} */ yardstick) => {
      const beside = rows.filter(
        (row) => row.name === yardstick && row.connections === first?.connections,
      );
      return Number(
        (of((row) => row.perSecond) / median(beside.map((row) => row.perSecond))).toFixed(2),
      );
    };
    const micros = (/** @type {keyof Row["used"]} */ part) =>
      Math.round(of((row) => (row.used[part] / row.answers) * 1e6));
    const stored = same.every((row) => row.stored !== null)
      ? same.reduce((total, row) => total + (row.stored ?? 0), 0)
      : null;
    return {
      server: first?.name,
      connections: first?.connections,
      "per second": Math.round(of((row) => row.perSecond)),
      "of bare": share(bareName),
      "of floor": share(floorName),
      "p50 ms": Number(of((row) => row.p50Ms).toFixed(1)),
      "p99 ms": Number(of((row) => row.p99Ms).toFixed(1)),
      "us of Node": micros("node"),
      "of Postgres until the answer": micros("storing"),
      "of roll-ups": micros("rollups"),
      "of upkeep": micros("upkeep"),
      "in all": micros("all"),
      "RSS MB": Math.max(...same.map((row) => row.rssMb)),
      answered: same.reduce((total, row) => total + row.answers, 0),
      stored,
      failures: same.reduce((total, row) => total + row.failures, 0),
    };
  });
  console.log(
    `\n\nLoad by ${generator}, ${rounds} rounds, medians. wrk cuts the last requests off after they were recorded, autocannon waits for all.`,
  );
  console.table(table);
  const sync = syncTimes();
  console.log(
    `One write synced to this disk alone takes ${sync.p50Ms} ms (median), ${sync.p99Ms} ms (p99): no durable answer comes sooner.`,
  );
  mkdirSync("bench-results", { recursive: true });
  const file = `bench-results/redirects-${new Date().toISOString().replace(/[:.]/g, "-")}.json`;
  writeFileSync(
    file,
    `${JSON.stringify({ node: process.version, generator, rounds, seconds, sync, table }, null, 2)}\n`,
  );
  console.log(`Written to ${file}`);
}

/** The latency of fdatasync with 8 KB on an idle machine, in milliseconds. */
function syncTimes() {
  const folder = mkdtempSync(join(tmpdir(), "slugline-bench-"));
  const file = openSync(join(folder, "synced"), "w");
  const page = Buffer.alloc(8_192, 1);
  const times = Array.from({ length: 1_000 }, (_, index) => {
    writeSync(file, page, 0, page.length, index * page.length);
    const begun = performance.now();
    fdatasyncSync(file);
    return performance.now() - begun;
  }).sort((a, b) => a - b);
  closeSync(file);
  rmSync(folder, { recursive: true });
  const at = (/** @type {number} */ share) =>
    Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
