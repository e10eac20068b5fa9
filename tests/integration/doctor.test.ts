import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { env, useEnv } from "@/lib/config/env";
import { examine, workersCheck } from "@/lib/doctor/examine";
import { useOwnDatabase } from "../support/own-database";

useOwnDatabase();

async function journalCheck() {
  const checks = await examine({ header: () => null, peer: null });
  return checks.find(({ name }) => name === "Journal");
}

describe("the doctor's journal check", () => {
  it("reports quarantined records until they are deleted", async () => {
    expect(await journalCheck()).toMatchObject({ state: "good" });
    const folder = join(env().DATA_DIR, "journal", "quarantine");
    mkdirSync(folder, { recursive: true });
    for (const name of ["1-1-0.journal.1.damaged", "2-2-0.journal.1.damaged"]) writeFileSync(join(folder, name), "12345");
    const { state, finding, advice } = (await journalCheck()) ?? {};
    expect(state).toBe("bad");
    expect(finding).toContain("journal/quarantine: 10 bytes in 2 files");
    expect(advice).toContain("delete the files");
    rmSync(folder, { recursive: true });
    expect(await journalCheck()).toMatchObject({ state: "good" });
  });
});

describe("the doctor's proxy check", () => {
  const proxyCheck = async (peer: string | null, headers: Record<string, string> = {}) => {
    const checks = await examine({ header: (name) => headers[name] ?? null, peer });
    return checks.find(({ name }) => name === "Proxy");
  };

  it.each(["172.17.0.1", "::ffff:172.17.0.1", "10.0.2.2", "192.168.65.1", "fd00::1", "fe80::1"])(
    "warns about a private peer %s without X-Forwarded-For",
    async (peer) => {
      // The server in front writes the peer where no proxy wrote anything.
      for (const headers of [{}, { "x-forwarded-for": peer }] as Record<string, string>[]) {
        const { state, finding, advice } = (await proxyCheck(peer, headers)) ?? {};
        expect([state, finding], peer).toEqual(["bad", expect.stringContaining("cannot be told apart")]);
        expect(advice).toMatch(/X-Forwarded-For.*TRUSTED_PROXIES/);
      }
    },
  );

  it.each<[string, string | null, Record<string, string>]>([
    ["a proxy on a private address that names the visitor", "172.17.0.1", { "x-forwarded-for": "203.0.113.9" }],
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
    { workers: 2, cores: 2, url: undefined, finding: "2 processes share 2 cores with Postgres." },
    { workers: 2, cores: 1, url: "postgresql://db.internal/slugline", finding: "2 processes share 1 core." },
  ])("with $workers workers on $cores cores and DATABASE_URL $url", ({ workers, cores, url, finding }) => {
    const before = env();
    try {
      useEnv({ ...before, WORKERS: workers, DATABASE_URL: url });
      expect(workersCheck(cores)[0]?.finding).toBe(finding);
    } finally {
      useEnv(before);
    }
  });
});
