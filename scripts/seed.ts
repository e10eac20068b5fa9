import { parseArgs } from "node:util";
import pg from "pg";
import { readEnv } from "../lib/config/env";
import { DatabaseClient, type DatabaseClientConfig } from "../lib/database/connect";
import { startEmbeddedPostgres } from "../lib/database/embedded-postgres";
import { lockInstance } from "../lib/database/instance-lock";
import { migrate } from "../lib/database/migrate";
import { createService, type Service } from "../lib/service/service";
import { startupMessage } from "../lib/service/startup-errors";
import { seedDemo } from "./seed-demo";
import { seed } from "./seed-traffic";
import { terminalProgress } from "./terminal-progress";

/**
 * `npm run seed -- --links N --clicks M --days D` fills a database with any amount of traffic, for
 * benchmarks; with `--demo` it gets the links of the demo instead.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      links: { type: "string", default: "50" },
      clicks: { type: "string", default: "100000" },
      days: { type: "string", default: "120" },
      "keep-links": { type: "boolean", default: false },
      demo: { type: "boolean", default: false },
    },
  });
  const wanted = {
    isDemo: values.demo,
    links: whole("links", values.links, 5_000_000),
    clicks: whole("clicks", values.clicks, 200_000_000),
    days: whole("days", values.days, 1_830),
  };
  const service = createService({ ...readEnv(), SCRAPE_ON_CREATE: false });
  const { DATABASE_URL, DATA_DIR } = service.config;
  if (DATABASE_URL) return fill(service, DATABASE_URL, wanted, values["keep-links"]);
  const lock = lockInstance(DATA_DIR);
  try {
    const postgres = await startEmbeddedPostgres(DATA_DIR);
    await fill(service, postgres.url, wanted, values["keep-links"]).finally(postgres.stop);
  } finally {
    lock.release();
  }
}

function whole(name: string, text: string, most: number): number {
  if (!/^[1-9]\d*$/.test(text) || Number(text) > most)
    throw new Error(`--${name} must be a whole number from 1 to ${most}.`);
  return Number(text);
}

async function fill(
  service: Service,
  url: string,
  wanted: { isDemo: boolean; links: number; clicks: number; days: number },
  besideOthers: boolean,
): Promise<void> {
  await migrate(url);
  const poolConfig: pg.PoolConfig & DatabaseClientConfig = {
    url,
    max: 3,
    Client: DatabaseClient as unknown as new () => pg.ClientBase,
  };
  const pool = new pg.Pool(poolConfig);
  // The server may stop before it notices that a connection ended; without a listener that would
  // crash this process.
  pool.on("error", () => {});
  try {
    const { rows } = await pool.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM "Link") AS "found"`,
    );
    if (rows[0]?.found && !besideOthers) {
      throw new Error(
        "This database has links already: nothing was changed. Add --keep-links to put made-up links and clicks beside them.",
      );
    }
    const from = performance.now();
    const { report, stop } = terminalProgress();
    const made = wanted.isDemo
      ? await fillDemo(service, url)
      : await seed(pool, wanted, new Date(), report).finally(stop);
    const seconds = (performance.now() - from) / 1_000;
    console.log(
      `${made.links} links and ${made.clicks} clicks in ${seconds.toFixed(1)} s: ${Math.round(made.clicks / seconds)} clicks a second, roll-ups included.`,
    );
  } finally {
    await pool.end();
  }
}

async function fillDemo(service: Service, url: string): ReturnType<typeof seedDemo> {
  service.useDatabase(url);
  try {
    return await seedDemo(new Date());
  } finally {
    await service.stop();
  }
}

main().catch((error: unknown) => {
  console.error(startupMessage(error));
  process.exitCode = 1;
});
