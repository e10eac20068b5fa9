// Run: all
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os, { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { env } from "@/lib/config/env";
import { issues } from "@/lib/config/issues";
import { databaseUrl } from "@/lib/database/client";
import { processName } from "@/lib/database/own-process";
import { examine } from "@/lib/doctor/examine";
import { sentence } from "@/lib/texts/sentence";
import { addBusyDay } from "../support/busy-day";
import { inEnglish } from "../support/in-english";
import { useOwnDatabase } from "../support/own-database";
import { TcpProxy } from "../support/tcp-proxy";

const own = useOwnDatabase();

async function checkNamed(wanted: string) {
  const checks = inEnglish(await examine({ header: () => null, peer: null }));
  return checks.find(({ name }) => name === wanted);
}

const journalCheck = () => checkNamed("Journal");

describe("the doctor's journal check", () => {
  it("reports quarantined records until they are deleted", async () => {
    expect(await journalCheck()).toMatchObject({ state: "good" });
    const folder = join(env().DATA_DIR, "journal", "quarantine");
    mkdirSync(folder, { recursive: true });
    for (const name of ["1-1-0.journal.1.damaged", "2-2-0.journal.1.damaged"])
      writeFileSync(join(folder, name), "12345");
    const { state, finding, advice } = (await journalCheck()) ?? {};
    expect(state).toBe("bad");
    expect(finding).toContain("journal/quarantine: 10 bytes in 2 files");
    expect(advice).toContain("delete the files");
    rmSync(folder, { recursive: true });
    expect(await journalCheck()).toMatchObject({ state: "good" });
  });
});

it("the doctor says why each receiver of messages is off", async () => {
  await own.query(
    `INSERT INTO "Receiver" ("name", "kind", "url", "events", "secret", "enabled", "offReason", "createdAt", "updatedAt")
     SELECT 'of ' || r, 'webhook', 'https://example.com/', '{link.created}', '', false, r, now(), now()
     FROM unnest(ARRAY['gone', 'person', 'unsubscribed']) r`,
  );
  const checks = inEnglish(await examine({ header: () => null, peer: null }));
  const found = checks.flatMap(({ name, finding }) => (name === "Notifications" ? [finding] : []));
  expect(found).toEqual([
    "of gone: was switched off because it responded with 410.",
    "of person: was switched off because the person responsible for it is no longer an owner.",
    "of unsubscribed: was switched off because the recipient unsubscribed.",
  ]);
  await own.query(`DELETE FROM "Receiver"`);
});

it("the doctor says how many clicks of deleted links are left to remove", async () => {
  expect(await checkNamed("Links")).toBeUndefined();
  await own.query(`INSERT INTO "DeletedLink" ("linkId") VALUES (901), (902)`);
  for (const id of [901, 902]) await addBusyDay(own.query, id, "2026-05-01", 24, 24);
  await own.query(`DELETE FROM "Click" WHERE "linkId" = 901 AND "createdAt" < '2026-05-01T12:00Z'`);
  expect(await checkNamed("Links")).toMatchObject({
    state: "good",
    finding: "Deleted links whose clicks are still being removed: 2. Clicks left: about 36.",
  });
  await own.query(`DELETE FROM "Click"`);
  await own.query(`DELETE FROM "DeletedLink"`);
});

describe("the doctor beside the service", () => {
  const queue = () => {
    const folder = join(env().DATA_DIR, "journal");
    mkdirSync(folder, { recursive: true });
    // Of a process that runs, as the service's own is.
    const file = join(folder, `${processName(process.ppid)}-0.journal`);
    writeFileSync(file, Buffer.alloc(5_000));
    return file;
  };

  it("finds the clicks that a running service has queued", async () => {
    const file = queue();
    try {
      expect(await journalCheck()).toMatchObject({
        state: "note",
        finding:
          "Clicks are queued on disk: 5 kB of at most 1,024 MB. The oldest came 1 minute ago.",
      });
    } finally {
      rmSync(file);
    }
    expect(await journalCheck()).toMatchObject({ state: "good", finding: "No clicks are queued." });
  });

  it("examines what needs no database while there is none, and says why there is none", async () => {
    const folder = mkdtempSync(join(tmpdir(), "slugline-doctor-"));
    mkdirSync(join(folder, "journal"));
    writeFileSync(
      join(folder, "journal", `${processName(process.pid)}-0.journal`),
      Buffer.alloc(5_000),
    );
    const run = (DATABASE_URL: string) =>
      new Promise<{ code: number | null; output: string }>((resolve) => {
        const variables = {
          PATH: process.env.PATH,
          NODE_ENV: "production",
          DATABASE_URL,
          DATA_DIR: folder,
          API_TOKE: "misspelt",
          METRICS_TOKEN: "short",
        };
        const child = spawn(process.execPath, ["scripts/database.mjs", "doctor"], {
          env: variables as NodeJS.ProcessEnv,
        });
        let output = "";
        for (const stream of [child.stdout, child.stderr])
          stream.on("data", (chunk) => (output += chunk));
        child.once("close", (code) => resolve({ code, output }));
      });
    try {
      const { code, output } = await run("postgresql://me:hidden@127.0.0.1:1/x");
      expect(code).toBe(1);
      expect(output).toMatch(
        /^BAD {3}Database: The database at DATABASE_URL cannot be used: .*ECONNREFUSED.*Is Postgres running/m,
      );
      expect(output).toMatch(/^note {2}Journal: Clicks are queued on disk: 5 kB/m);
      expect(output).toMatch(/^note {2}Backups: /m);
      expect(output).toMatch(
        /^note {2}Environment: API_TOKE is not a Slugline variable and has no effect. Did you mean API_TOKEN\?$/m,
      );
      expect(output).toMatch(
        /^BAD {3}Metrics token: METRICS_TOKEN is short enough to be guessed\./m,
      );
      expect(output).not.toMatch(/hidden|\n\s+at |All checks passed/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("waits for a database that does not answer, but not as long once that is known", async () => {
    const direct = databaseUrl();
    const proxy = await TcpProxy.start(() => Number(new URL(direct).port));
    proxy.swallowsNew = true;
    const url = new URL(direct);
    url.port = String(proxy.port);
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        await vi.advanceTimersByTimeAsync(100);
        // Files are read meanwhile, in real time.
        await sleep(5);
      }
    };
    await own.service.database.close();
    own.service.useDatabase(url.href);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const unanswered = { state: "bad", finding: "The database does not answer." };
      const settled = vi.fn();
      const first = checkNamed("Database").finally(settled);
      await pass(2_000);
      expect(settled).not.toHaveBeenCalled();
      await pass(5_000);
      expect(await first).toMatchObject(unanswered);

      issues().raise({
        name: "database",
        word: "unavailable",
        text: sentence("databaseUnavailable"),
        advice: sentence("databaseUnavailableAdvice"),
      });
      const second = checkNamed("Database");
      await pass(2_000);
      // The clock stands still from here on.
      expect(await second).toMatchObject(unanswered);
    } finally {
      vi.useRealTimers();
      issues().clear("database");
      await own.service.database.close();
      own.service.useDatabase(direct);
      await proxy.stop();
    }
  });

  it("measures the database over a connection that is open, not over the first one", async () => {
    const direct = databaseUrl();
    const proxy = await TcpProxy.start(() => Number(new URL(direct).port));
    // A first answer takes several round trips.
    proxy.delayMs = 40;
    const url = new URL(direct);
    url.port = String(proxy.port);
    const examined = () => checkNamed("Database");
    try {
      await own.service.database.close();
      own.service.useDatabase(url.href);
      expect(await examined()).toMatchObject({
        state: "good",
        finding: expect.stringMatching(/responds in \d+ ms/),
      });
      // So far away that the answers take longer together than one of them may.
      proxy.delayMs = 450;
      expect(await examined()).toMatchObject({
        state: "note",
        finding: expect.stringMatching(/responds in \d{3,} ms/),
      });
    } finally {
      await own.service.database.close();
      own.service.useDatabase(direct);
      await proxy.stop();
    }
  });
});

describe("the doctor's proxy check", () => {
  const proxyCheck = async (peer: string | null, headers: Record<string, string> = {}) => {
    const checks = inEnglish(await examine({ header: (name) => headers[name] ?? null, peer }));
    return checks.find(({ name }) => name === "Proxy");
  };

  it.each(["172.17.0.1", "::ffff:172.17.0.1", "10.0.2.2", "192.168.65.1", "fd00::1", "fe80::1"])(
    "warns about a private peer %s without X-Forwarded-For",
    async (peer) => {
      // The server in front writes the peer where no proxy wrote anything.
      for (const headers of [{}, { "x-forwarded-for": peer }] as Record<string, string>[]) {
        const { state, finding, advice } = (await proxyCheck(peer, headers)) ?? {};
        expect([state, finding], peer).toEqual([
          "bad",
          expect.stringContaining("cannot be told apart"),
        ]);
        expect(advice).toMatch(/X-Forwarded-For.*TRUSTED_PROXIES/);
      }
    },
  );

  it.each<[string, string | null, Record<string, string>]>([
    [
      "a proxy on a private address that names the visitor",
      "172.17.0.1",
      { "x-forwarded-for": "203.0.113.9" },
    ],
    ["a public address", "203.0.113.9", {}],
    ["this machine, when the service is for it alone", "127.0.0.1", {}],
    ["a platform that does not tell", null, {}],
  ])("accepts %s", async (_, peer, headers) => {
    expect(await proxyCheck(peer, headers)).toMatchObject({ state: "good" });
  });
});

describe("the doctor's workers check", () => {
  it.each([
    { workers: 1, cores: 1, url: undefined, finding: undefined },
    { workers: 2, cores: 3, url: undefined, finding: undefined },
    { workers: 2, cores: 2, url: "postgresql://db.internal/slugline", finding: undefined },
    { workers: 2, cores: 2, url: undefined, finding: "2 processes share 2 cores." },
    {
      workers: 2,
      cores: 1,
      url: "postgresql://db.internal/slugline",
      finding: "2 processes share 1 core.",
    },
  ])(
    "with $workers workers on $cores cores and DATABASE_URL $url",
    async ({ workers, cores, url, finding }) => {
      const before = { ...env() };
      const machine = vi.spyOn(os, "availableParallelism").mockReturnValue(cores);
      // Other tests of this worker may have imported the function already.
      syncBuiltinESMExports();
      try {
        Object.assign(env(), { WORKERS: workers, DATABASE_URL: url });
        expect((await checkNamed("Workers"))?.finding).toBe(finding);
      } finally {
        machine.mockRestore();
        syncBuiltinESMExports();
        Object.assign(env(), before);
      }
    },
  );
});
