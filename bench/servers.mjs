import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import pg from "pg";

/** @typedef {{ url: string, pid: number, stop: () => Promise<void> }} Server */

/** @returns {Promise<Server>} */
export async function startBare() {
  const child = fork("bench/bare-server.mjs");
  const [{ port }] = await once(child, "message");
  return serverOf(child, `http://127.0.0.1:${port}`);
}

/**
 * The second baseline: a bare server that stores a row before it answers.
 * @param {string} databaseUrl
 * @returns {Promise<Server>}
 */
export async function startDurable(databaseUrl) {
  const child = fork("bench/durable-server.mjs", [], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const [{ port }] = await once(child, "message");
  return serverOf(child, `http://127.0.0.1:${port}`);
}

/** A data folder with the embedded Postgres of one benchmark, and access to its rows. */
export function makeDataFolder(folder = mkdtempSync(join(tmpdir(), "slugline-bench-"))) {
  mkdirSync(folder, { recursive: true });
  // As root, Postgres runs as another user, who must be able to enter.
  chmodSync(folder, 0o711);
  const postmaster = () =>
    readFileSync(join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n");
  return {
    folder,
    postgresPid: () => Number(postmaster()[0]),
    databaseUrl: () =>
      `postgresql://slugline:${readFileSync(join(folder, "postgres/password"), "utf8")}@127.0.0.1:${postmaster()[3]}/slugline`,
    remove: () => {
      if (existsSync(join(folder, "postgres")))
        rmSync(realpathSync(join(folder, "postgres")), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The direct server with its own Postgres.
 * @param {string} dataDir
 * @param {Record<string, string>} [env]
 * @returns {Promise<Server>}
 */
export function startExpress(dataDir, env = {}) {
  return startSlugline(["dist/server.js"], {
    DATA_DIR: dataDir,
    PREVIEW_RECHECK_HOURS: "0",
    ...env,
  });
}

/**
 * Fills a new database with `npm run seed`, and serves it while `work` runs. With BENCH_DATA, a
 * folder, it is kept there for the next run with the same counts, because filling a large one takes
 * a quarter of an hour.
 * @param {{ links: number, clicks: number, days: number }} size
 * @param {(server: Server, databaseUrl: string) => Promise<void>} work
 * @param {Record<string, string>} [env]
 */
export async function withSeeded({ links, clicks, days }, work, env = {}) {
  const { BENCH_DATA } = process.env;
  const data = makeDataFolder(BENCH_DATA && join(BENCH_DATA, `${links}-${clicks}-${days}`));
  const seededBefore = existsSync(join(data.folder, "seeded"));
  const counts = [`--links=${links}`, `--clicks=${clicks}`, `--days=${days}`];
  try {
    /** @type {NodeJS.ProcessEnv} */
    const seedEnv = { PATH: process.env.PATH ?? "", NODE_ENV: "production", DATA_DIR: data.folder };
    if (!seededBefore) {
      const seeded = spawnSync(process.execPath, ["dist/scripts/seed.js", ...counts], {
        encoding: "utf8",
        env: seedEnv,
      });
      if (seeded.status !== 0) throw new Error(seeded.stderr);
      process.stdout.write(seeded.stdout);
      writeFileSync(join(data.folder, "seeded"), "");
    }
    const server = await startExpress(data.folder, env);
    try {
      await query(data.databaseUrl(), "VACUUM");
      await work(server, data.databaseUrl());
    } finally {
      await server.stop();
    }
  } finally {
    if (!BENCH_DATA) data.remove();
  }
}

/**
 * Next alone on the same database.
 * @param {string} databaseUrl
 * @param {string} dataDir
 * @returns {Promise<Server>}
 */
export function startNext(databaseUrl, dataDir) {
  return startSlugline(["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1"], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dataDir, "next"),
  });
}

/** @param {string[]} script @param {Record<string, string>} env @returns {Promise<Server>} */
async function startSlugline([file = "", ...parameters], env) {
  const port = String(await getPort({ host: "127.0.0.1" }));
  const url = `http://127.0.0.1:${port}`;
  /** @type {NodeJS.ProcessEnv} */
  const own = {
    PATH: process.env.PATH ?? "",
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: port,
    API_TOKEN: "bench",
    LOG_LEVEL: "error",
    ...env,
  };
  /** @type {import("node:child_process").ChildProcess} */
  const child = spawn(process.execPath, [...process.execArgv, file, ...parameters], {
    env: own,
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt++) {
    if (
      await fetch(`${url}/robots.txt`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return serverOf(child, url);
    await sleep(100);
  }
  throw new Error(`${file} did not start`);
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} url
 * @returns {Server}
 */
function serverOf(child, url) {
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/**
 * Runs one query on a new connection.
 * @param {string} url
 * @param {string} text
 * @param {unknown[]} [values]
 */
export async function query(url, text, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * CPU seconds that a process has used so far, optionally with all its children, including ended
 * ones; 0 where there is no /proc. @param {number} pid
 */
export function cpuSeconds(pid, withChildren = false) {
  const ticks = (/** @type {number} */ each, fields = statOf(each) ?? []) =>
    Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  if (!withChildren) return ticks(pid) / 100;
  const own = statOf(pid) ?? [];
  const ended = Number(own[13] ?? 0) + Number(own[14] ?? 0);
  return (
    childrenOf(pid).reduce((total, child) => total + ticks(child), ticks(pid, own) + ended) / 100
  );
}

/**
 * Processor time of a Node server and of its Postgres from now on. Whoever aggregates holds a lock,
 * by which its backends are known. `stop` waits until all clicks are counted.
 * @param {{ databaseUrl: () => string, postgresPid: () => number }} data
 * @param {number} nodePid
 */
export async function watchProcessors(data, nodePid) {
  const client = new pg.Client({ connectionString: data.databaseUrl() });
  await client.connect();
  const [own] = (await client.query(`SELECT pg_backend_pid() AS "pid"`)).rows;
  const readAll = () => ({
    node: cpuSeconds(nodePid),
    postgres: cpuSeconds(data.postgresPid(), true),
    backends: new Map(
      childrenOf(data.postgresPid())
        .filter(isBackend)
        .map((pid) => [pid, cpuSeconds(pid)]),
    ),
  });
  const before = readAll();
  const aggregating = new Set();
  let mostPending = 0;
  const look = async () => {
    const { rows } = await client.query(
      `SELECT coalesce(sum("size"), 0)::int AS "pending",
              ARRAY(SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 1718578276 AND granted) AS "holders"
       FROM "PendingBatch"`,
    );
    mostPending = Math.max(mostPending, rows[0].pending);
    for (const pid of rows[0].holders) aggregating.add(pid);
    return rows[0].pending;
  };
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(50, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  const stop = async () => {
    stopping.abort();
    await watching;
    const from = performance.now();
    while ((await look()) > 0) await sleep(50);
    const drainedMs = performance.now() - from;
    const after = readAll();
    await client.end();
    let [storing, rollups, watched] = [0, 0, 0];
    for (const [pid, used] of after.backends) {
      const seconds = used - (before.backends.get(pid) ?? 0);
      if (pid === own.pid) watched += seconds;
      else if (aggregating.has(pid)) rollups += seconds;
      else storing += seconds;
    }
    const node = after.node - before.node;
    const postgres = after.postgres - before.postgres - watched;
    const upkeep = postgres - storing - rollups;
    return { node, storing, rollups, upkeep, all: node + postgres, mostPending, drainedMs };
  };
  return { stop };
}

/** Whether a process of Postgres serves a connection, and is no checkpointer. @param {number} pid */
function isBackend(pid) {
  try {
    return /\(\d+\) /.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
}

/** Resident memory in megabytes; 0 where there is no /proc. @param {number} pid */
export function residentMegabytes(pid) {
  return Math.round((Number(statOf(pid)?.[21] ?? 0) * 4096) / 1e6);
}

/** @param {number} pid */
function childrenOf(pid) {
  return readdirSync("/proc")
    .map(Number)
    .filter((each) => each > 0 && Number(statOf(each)?.[1]) === pid);
}

/** The fields of /proc/<pid>/stat after the name (proc(5)). @param {number} pid */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
