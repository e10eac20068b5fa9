// Run: all
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { afterEach, describe, expect, inject, it } from "vitest";
import { Api } from "../support/api";
import { eventually } from "../support/fault-service";
import { isAlive } from "../support/is-alive";
import { makePostgresFolder, removePostgresFolder } from "../support/postgres-folder";
import { visit } from "../support/visitor";

/** `npm start` behind its set-up, with the embedded Postgres, as an owner meets it. */
const folders: string[] = [];
const running = new Set<Started>();

interface Started {
  pid: number;
  url: string;
  output: () => string;
  exited: Promise<number | null>;
  kill: (signal: NodeJS.Signals) => void;
}

function dataFolder(): string {
  const folder = makePostgresFolder("start");
  folders.push(folder);
  return folder;
}

/** `npm` runs all of `npm start`, in a process group of its own as a terminal would. */
async function start(env: Record<string, string>, { npm = false } = {}): Promise<Started> {
  const port = env.PORT ?? String(await getPort({ host: "127.0.0.1" }));
  const [program, parameters] = npm ? ["npm", ["start"]] : [process.execPath, ["dist/server.js"]];
  const child = spawn(program, parameters, {
    // The Node that runs these tests, for which the build was made.
    env: {
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: port,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: npm,
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const started: Started = {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    exited: once(child, "exit").then(([code]) => code as number | null),
    kill: (signal) => child.kill(signal),
  };
  running.add(started);
  void started.exited.then(() => running.delete(started));
  return started;
}

async function ready(started: Started): Promise<Started> {
  for (let attempt = 0; attempt < 1_000 && running.has(started); attempt++) {
    if (started.output().includes("Slugline is ready")) return started;
    await sleep(50);
  }
  throw new Error(`not ready:\n${started.output()}`);
}

/** Starts what must refuse to start; gives its words. */
async function refusal(env: Record<string, string>): Promise<string> {
  const started = await start(env);
  expect(await started.exited, started.output()).toBe(1);
  expect(started.output()).not.toMatch(/\n\s+at .*\.js/);
  return started.output();
}

async function stop(started: Started): Promise<void> {
  started.kill("SIGTERM");
  expect(await started.exited, started.output()).toBe(0);
}

/** Of the process that serves, which is not `started` when npm runs it. */
const serverPid = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, "server.json"), "utf8")) as { pid: number }).pid;

const answers = ({ url }: Started) =>
  fetch(`${url}/robots.txt`).then(
    () => true,
    () => false,
  );

/** Nothing of a server that used `folder` runs or is left. */
function expectStopped(folder: string): void {
  // Postgres removes its pid file last.
  expect(existsSync(join(folder, "postgres/data/postmaster.pid"))).toBe(false);
  expect(existsSync(join(folder, "server.json"))).toBe(false);
}

const postmasterPid = (folder: string) =>
  Number(readFileSync(join(folder, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);

afterEach(async () => {
  for (const started of running) {
    started.kill("SIGTERM");
    await started.exited;
  }
  for (const folder of folders.splice(0)) removePostgresFolder(folder);
});

describe("with nothing configured", () => {
  it("runs the embedded Postgres, prints a working curl command, and stops everything", async () => {
    const folder = dataFolder();
    const started = await ready(await start({ DATA_DIR: folder }));
    const line = started.output().match(/^\s*(curl -s \S+\/api\/links .*)$/m)?.[1] ?? "";
    const { stdout } = spawnSync("bash", ["-c", line], { encoding: "utf8" });
    expect(JSON.parse(stdout)).toMatchObject({ slug: "hello", url: "https://example.com" });
    expect((await visit(started, "/hello")).status).toBe(302);
    const statsLine = started.output().match(/(curl -s \S+\/stats .*)$/m)?.[1] ?? "";
    expect(
      JSON.parse(spawnSync("bash", ["-c", statsLine], { encoding: "utf8" }).stdout),
    ).toMatchObject({ totalClicks: 1 });
    expect(statSync(join(folder, "api-token")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "postgres/password")).mode & 0o777).toBe(0o600);
    expect(postmasterPid(folder)).toBeGreaterThan(0);
    await stop(started);
    expectStopped(folder);
    const steps = [
      "Starting Postgres",
      "Applied \\d+ migrations",
      "Starting pages and API",
      "Slugline is ready",
      "Stopping",
      "Stopping Postgres",
      "Stopped",
    ];
    expect(started.output()).toMatch(new RegExp(steps.join("[^]*")));
  });

  it("restarts after kill -9 with every click and the same token", async () => {
    const folder = dataFolder();
    const first = await ready(await start({ DATA_DIR: folder }));
    const token = readFileSync(join(folder, "api-token"), "utf8").trim();
    const { slug } = await new Api({ url: first.url, token }).create({});
    expect((await visit(first, `/${slug}`)).status).toBe(302);
    first.kill("SIGKILL");
    await first.exited;
    const second = await ready(await start({ DATA_DIR: folder }));
    expect((await new Api({ url: second.url, token }).get(slug)).clickCount).toBe(1);

    // Postgres killed as well: its pid file and ours are both stale.
    const postgres = postmasterPid(folder);
    second.kill("SIGKILL");
    await second.exited;
    process.kill(postgres, "SIGKILL");
    const third = await ready(await start({ DATA_DIR: folder }));
    expect((await new Api({ url: third.url, token }).get(slug)).clickCount).toBe(1);
    await stop(third);
  });

  it("answers short links before pages are ready, and counts those clicks", async () => {
    const folder = dataFolder();
    const first = await ready(await start({ DATA_DIR: folder }));
    const token = readFileSync(join(folder, "api-token"), "utf8").trim();
    const { slug } = await new Api({ url: first.url, token }).create({});
    await stop(first);
    // On a busy machine pages may be ready by chance when the link is answered.
    let isEarly = false;
    for (let visits = 1; visits <= 3 && !isEarly; visits++) {
      const again = await start({ DATA_DIR: folder });
      let status: number | null = null;
      while (status === null && running.has(again))
        status = await visit(again, `/${slug}`).then(
          (answer) => answer.status,
          () => sleep(20).then(() => null),
        );
      isEarly = !again.output().includes("Slugline is ready");
      expect(status).toBe(302);
      await ready(again);
      expect((await new Api({ url: again.url, token }).get(slug)).clickCount).toBe(visits);
      await stop(again);
    }
    expect(isEarly).toBe(true);
  });

  it("refuses a second start from the same folder and names the running one", async () => {
    const folder = dataFolder();
    const first = await ready(await start({ DATA_DIR: folder }));
    const words = await refusal({ DATA_DIR: folder });
    expect(words).toContain(`process ${first.pid}`);
    expect(words).toContain(first.url.replace("127.0.0.1", "localhost"));
    expect((await visit(first, "/robots.txt")).status).toBe(200);
  });

  it("refuses a database of another major version of Postgres in one sentence that says what to do", async () => {
    const folder = dataFolder();
    await stop(await ready(await start({ DATA_DIR: folder })));
    const version = join(folder, "postgres/data/PG_VERSION");
    const own = readFileSync(version, "utf8");
    writeFileSync(version, "17\n");
    const words = await refusal({ DATA_DIR: folder });
    expect(words).toMatch(
      /was made by Postgres 17, and this version of Slugline runs Postgres \d+, which cannot read it\. Nothing was changed/,
    );
    expect(words).toMatch(
      /run "npm run backup" with the previous version of Slugline, .* then run "npm run restore -- FILE" with this version\.$/m,
    );
    // Indeed nothing was changed.
    writeFileSync(version, own);
    await stop(await ready(await start({ DATA_DIR: folder })));
  });

  it.runIf(process.getuid?.() === 0)(
    "as root, moves Postgres to a folder that its user can enter",
    async () => {
      const closed = dataFolder();
      chmodSync(closed, 0o700);
      const folder = join(closed, "data");
      folders.unshift(folder);
      const started = await ready(await start({ DATA_DIR: folder }));
      expect(realpathSync(join(folder, "postgres"))).toMatch(/^\/var\/lib\/slugline\//);
      await stop(started);
    },
  );
});

describe("stopping", () => {
  const toNpm = (signal: NodeJS.Signals) => (npm: Started) => npm.kill(signal);
  const toGroup = (signal: NodeJS.Signals) => (npm: Started) => process.kill(-npm.pid, signal);

  it.each([
    ["SIGTERM to npm", toNpm("SIGTERM"), 0],
    ["SIGINT to npm", toNpm("SIGINT"), 0],
    ["Ctrl+C, which npm and the server get alike", toGroup("SIGINT"), 0],
    ["kill -9 of npm", toNpm("SIGKILL"), null],
  ])("stops all of npm start: %s", async (_title, stopIt, exitCode) => {
    const folder = dataFolder();
    const npm = await ready(await start({ DATA_DIR: folder }, { npm: true }));
    const server = serverPid(folder);
    try {
      expect(server).not.toBe(npm.pid);
      stopIt(npm);
      expect(await npm.exited).toBe(exitCode);
      // npm ends after the server does, unless it was killed.
      if (exitCode === null) expect(await eventually(() => !isAlive(server), 15_000)).toBe(true);
      expect(isAlive(server)).toBe(false);
      expect(await answers(npm)).toBe(false);
      expectStopped(folder);
    } finally {
      if (isAlive(server)) process.kill(server, "SIGKILL");
    }
  });

  it.each(["postgres/data.new", "postgres/data", "postgres/data/postmaster.pid"])(
    "leaves no Postgres running if stopped when %s appears",
    async (sign) => {
      const folder = dataFolder();
      const started = await start({ DATA_DIR: folder });
      expect(await eventually(() => existsSync(join(folder, sign)), 30_000)).toBe(true);
      await stop(started);
      expect(started.output()).not.toContain("could not start");
      expectStopped(folder);
    },
  );

  it("is no failure while a client never finishes its request", async () => {
    const folder = dataFolder();
    const started = await ready(await start({ DATA_DIR: folder }));
    const client = connect(Number(new URL(started.url).port), "127.0.0.1").on("error", () => {});
    await new Promise<void>((resolve) =>
      client.write("GET /hello HTTP/1.1\r\nHost: x\r\nX-Slow: ", () => resolve()),
    );
    await stop(started);
    expect(started.output()).toContain("Finishing 1 request");
    expectStopped(folder);
    client.destroy();
  });

  it.runIf(process.platform === "linux")(
    "stops Postgres although a worker hangs, and reports it",
    async () => {
      const folder = dataFolder();
      const started = await ready(await start({ DATA_DIR: folder, WORKERS: "2" }));
      const [worker = 0] = readFileSync(`/proc/${started.pid}/task/${started.pid}/children`, "utf8")
        .split(" ")
        .map(Number);
      process.kill(worker, "SIGSTOP");
      started.kill("SIGTERM");
      expect(await started.exited).toBe(1);
      expect(started.output()).toContain("1 of 2 workers hung");
      expect(isAlive(worker)).toBe(false);
      expectStopped(folder);
    },
  );
});

describe("startup errors are reported in a sentence, with exit code 1", () => {
  it("a taken port", async () => {
    const blocker = createServer();
    await once(blocker.listen(0, "127.0.0.1"), "listening");
    const { port } = blocker.address() as { port: number };
    expect(await refusal({ DATA_DIR: dataFolder(), PORT: String(port) })).toContain(
      `Port ${port} is taken`,
    );
    blocker.close();
  });

  it("a host where this machine cannot listen, which is not the database's fault", async () => {
    const words = await refusal({
      DATA_DIR: dataFolder(),
      HOST: "999.1.1.1",
      BASEURL: "https://go.example",
      API_TOKEN: "short",
    });
    expect(words).toMatch(
      /HOST is 999\.1\.1\.1, which is no address and no known host name .*HOST=127\.0\.0\.1/,
    );
    expect(words).toContain(
      "BASEURL is not a Slugline variable and has no effect. Did you mean BASE_URL?",
    );
    expect(words).toContain("API_TOKEN is short enough to be guessed");
  });

  it("all malformed variables at once", async () => {
    const words = await refusal({
      PORT: "http",
      BASE_URL: "go.example.com/x",
      DATABASE_URL: "mysql://x",
      TRUSTED_PROXIES: "everyone",
      LOG_LEVEL: "loud",
    });
    for (const name of ["PORT", "BASE_URL", "DATABASE_URL", "TRUSTED_PROXIES", "LOG_LEVEL"])
      expect(words).toContain(`  ${name} must`);
  });

  it("a database that does not answer", async () => {
    const url = `postgresql://me:secret@127.0.0.1:${await getPort({ host: "127.0.0.1" })}/x`;
    const words = await refusal({ DATA_DIR: dataFolder(), DATABASE_URL: url });
    expect(words).toContain("The database at DATABASE_URL cannot be used");
    expect(words).not.toContain("secret");
  });

  it("a database that refuses the password", async () => {
    const url = new URL(inject("postgres").adminUrl);
    url.password = "wrong";
    url.username = "nobody-we-know";
    expect(await refusal({ DATA_DIR: dataFolder(), DATABASE_URL: url.href })).toContain(
      "The database at DATABASE_URL cannot be used",
    );
  });

  it("a data folder that is not writable", async () => {
    const folder = dataFolder();
    // Root may write anywhere, so the folder is a file instead.
    writeFileSync(join(folder, "file"), "");
    const file = join(folder, "file");
    expect(await refusal({ DATA_DIR: join(file, "data") })).toMatch(
      /cannot be written \(ENOTDIR\).*DATA_DIR/,
    );
    expect(await refusal({ DATA_DIR: file })).toContain(
      `DATA_DIR must be a folder: ${file} is a file`,
    );
  });

  it.skipIf(process.getuid?.() === 0)("a data folder without write permission", async () => {
    const folder = dataFolder();
    mkdirSync(join(folder, "closed"), { mode: 0o500 });
    expect(await refusal({ DATA_DIR: join(folder, "closed", "data") })).toMatch(
      /cannot be written \(EACCES\)/,
    );
  });
});
