import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { issues } from "@/lib/config/issues";
import { recordingDatabase } from "@/lib/database/client";
import { createLink } from "@/lib/links/create-link";
import { findTarget, knownTarget } from "@/lib/visits/link-cache";
import { LinkChanges } from "@/lib/visits/link-changes";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
let running: { listener: LinkChanges; ended: Promise<void> };

function listen(options: ConstructorParameters<typeof LinkChanges>[0]): void {
  const listener = new LinkChanges(options);
  running = { listener, ended: listener.run() };
}

/** Whether links in memory are believed, for which the listener must be at work. */
async function isRemembered(slug: string): Promise<boolean> {
  await findTarget(slug);
  return knownTarget(slug) !== undefined;
}

beforeEach(async () => {
  await createLink({ url: "https://example.com/", slug: "heard", title: null, enabled: true, expiresAt: null }, new Date()).catch(() => {});
});

afterEach(async () => {
  await running.listener.stop();
  await running.ended;
});

describe("the LISTEN connection for link changes", () => {
  it("does not leak memory over half an hour of heartbeats", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const { query } = pg.Client.prototype;
    let beats = 0;
    const counting = function (this: pg.Client, ...parameters: unknown[]) {
      if (parameters[0] === "SELECT 1") beats++;
      return (query as (...given: unknown[]) => unknown).apply(this, parameters);
    };
    Object.assign(pg.Client.prototype, { query: counting });
    try {
      listen({ heartbeatMs: 0, echoMs: 50 });
      const heapAt = async (count: number) => {
        while (beats < count) await sleep(20);
        collect();
        return process.memoryUsage().heapUsed / 1_048_576;
      };
      const before = await heapAt(1_000);
      expect((await heapAt(5_500)) - before).toBeLessThan(1.5);
    } finally {
      Object.assign(pg.Client.prototype, { query });
    }
  }, 60_000);

  it("treats the cache as stale and raises an issue while notifications do not arrive", async () => {
    let arrives = true;
    listen({
      heartbeatMs: 20,
      echoMs: 20,
      sendEcho: async (channel) => {
        if (arrives) await recordingDatabase().$executeRaw`SELECT pg_notify(${channel}, '')`;
      },
    });
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true));
    arrives = false;
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(false), 10_000);
    expect(issues().list()).toMatchObject([{ name: "notifications" }]);
    // A new connection is no reason to believe again.
    await own.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT 1' AND datname = current_database()`);
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(false));
    arrives = true;
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true), 10_000);
    expect(issues().list()).toEqual([]);
  }, 40_000);
});
