// Run: all
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { makePostgresFolder, removePostgresFolder } from "../support/postgres-folder";

const programs = { programsFolder: process.env.TEST_POSTGRES_BIN };
let original: string;
let running: EmbeddedPostgres;
let copies = 0;
let copy: string;
let started: EmbeddedPostgres | null = null;

beforeAll(async () => {
  original = makePostgresFolder("original");
  running = await startEmbeddedPostgres(original, programs);
});

afterEach(async () => {
  await started?.stop();
  started = null;
  removePostgresFolder(copy);
});

afterAll(async () => {
  await running?.stop();
  removePostgresFolder(original);
});

/** Copies the folder of the original, with all owners and rights. Returns the copy's cluster. */
function copyOriginal(): string {
  copy = makePostgresFolder(`copy-${copies++}`);
  execFileSync("cp", ["-a", realpathSync(join(original, "postgres")), join(copy, "postgres")]);
  return join(realpathSync(join(copy, "postgres")), "data");
}

async function start(): Promise<EmbeddedPostgres> {
  started = await startEmbeddedPostgres(copy, programs);
  return started;
}

it("of a server that runs is refused, with its original, and starts once its lock is removed", async () => {
  const cluster = copyOriginal();
  const pidFile = join(cluster, "postmaster.pid");
  const { folder } = running;
  await expect(start()).rejects.toThrow(
    `${cluster} is a copy of ${join(folder, "data")}, made while Postgres was running there`,
  );
  await expect(start()).rejects.toThrow(`run: rm '${pidFile}'`);
  rmSync(pidFile);
  expect((await start()).folder).toBe(dirname(cluster));
});

it("of a server elsewhere, whose process number another program has here, starts", async () => {
  const cluster = copyOriginal();
  const pidFile = join(cluster, "postmaster.pid");
  const [, , ...rest] = readFileSync(pidFile, "utf8").split("\n");
  writeFileSync(pidFile, [process.pid, "/srv/elsewhere/data", ...rest].join("\n"));
  expect((await start()).folder).toBe(dirname(cluster));
});

const torn: Record<string, (cluster: string) => void> = {
  "without the log that it needs": (cluster) => {
    const wal = join(cluster, "pg_wal");
    for (const name of readdirSync(wal)) if (/^[0-9A-F]{24}$/.test(name)) rmSync(join(wal, name));
  },
  "without its control file": (cluster) => rmSync(join(cluster, "global/pg_control")),
  "without its version": (cluster) => rmSync(join(cluster, "PG_VERSION")),
  "without the state of transactions": (cluster) => {
    rmSync(join(cluster, "pg_xact"), { recursive: true });
  },
  "with an empty folder": (cluster) => {
    rmSync(cluster, { recursive: true });
    mkdirSync(cluster, { mode: 0o700 });
  },
};

it.each(Object.entries(torn))(
  "%s says that its files do not fit, and what to do",
  async (_, tear) => {
    const cluster = copyOriginal();
    rmSync(join(cluster, "postmaster.pid"));
    tear(cluster);
    await expect(start()).rejects.toThrow(
      /(of different moments|not a complete database).*Copy it again while Slugline is stopped/,
    );
    expect(existsSync(copy)).toBe(true);
  },
);

it("that others may read says which command to run", async () => {
  const cluster = copyOriginal();
  rmSync(join(cluster, "postmaster.pid"));
  chmodSync(cluster, 0o777);
  await expect(start()).rejects.toThrow(/invalid permissions.*Run: chmod -R go-rwx /);
});

it.runIf(process.getuid?.() === 0)("that another user owns says which command to run", async () => {
  const cluster = copyOriginal();
  rmSync(join(cluster, "postmaster.pid"));
  execFileSync("chown", ["-R", "1", cluster]);
  await expect(start()).rejects.toThrow(/Run as root: chown -R \d+ /);
});

it("without the password of its database says so", async () => {
  const cluster = copyOriginal();
  rmSync(join(cluster, "postmaster.pid"));
  rmSync(join(dirname(cluster), "password"));
  await expect(start()).rejects.toThrow(/password.*belongs to another database/);
  execFileSync("kill", [
    readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0] ?? "",
  ]);
});
