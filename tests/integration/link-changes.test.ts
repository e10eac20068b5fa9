// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { issues } from "@/lib/config/issues";
import { siteSettings } from "@/lib/config/site-settings";
import { recordingDatabase } from "@/lib/database/client";
import { findTarget, knownTarget, linkCaches } from "@/lib/visits/link-caches";
import { LinkChanges } from "@/lib/visits/link-change-listener";
import { createLink } from "../support/links";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
let running: { listener: LinkChanges; ended: Promise<void> };

function listen(options: ConstructorParameters<typeof LinkChanges>[3]): void {
  const { database, visits } = own.service;
  const listener = new LinkChanges(own.service, database, visits.linkCaches, options);
  running = { listener, ended: listener.run() };
}

/** Listens where notifications arrive only while `arrives` says so. */
function listenWhile(arrives: () => boolean): void {
  listen({
    heartbeatMs: 20,
    echoMs: 20,
    sendEcho: async (_database, channel) => {
      if (arrives()) await recordingDatabase().$executeRaw`SELECT pg_notify(${channel}, '')`;
    },
  });
}

/** Whether links in memory are believed, for which the listener must be at work. */
async function isRemembered(slug: string): Promise<boolean> {
  await findTarget(slug);
  return knownTarget(slug) !== undefined;
}

/** Has `tap` send the heartbeats. Returns what undoes that. */
function tapHeartbeats(tap: (send: () => Promise<unknown>) => Promise<unknown>): () => void {
  const { query } = pg.Client.prototype;
  const send = query as (...given: unknown[]) => Promise<unknown>;
  const tapped = function (this: pg.Client, ...given: unknown[]) {
    return given[0] === "SELECT 1" ? tap(() => send.apply(this, given)) : send.apply(this, given);
  };
  Object.assign(pg.Client.prototype, { query: tapped });
  return () => Object.assign(pg.Client.prototype, { query });
}

/** Its last statement is a heartbeat, or the one that it began with. */
async function listenerPids(): Promise<unknown[]> {
  const last = `query = 'SELECT 1' OR query LIKE 'LISTEN slugline_link%'`;
  return (
    await own.query(
      `SELECT pid FROM pg_stat_activity WHERE (${last}) AND datname = current_database()`,
    )
  ).rows;
}

beforeEach(async () => {
  await createLink(
    { url: "https://example.com/", slug: "heard", title: null, enabled: true, expiresAt: null },
    new Date(),
  ).catch(() => {});
});

afterEach(async () => {
  await running.listener.stop();
  await running.ended;
});

describe("the LISTEN connection for link changes", () => {
  it("does not leak memory over half an hour of heartbeats", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    let beats = 0;
    const restore = tapHeartbeats((send) => {
      beats++;
      return send();
    });
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
      restore();
    }
  });

  it("stops although the server does not end the connection", async () => {
    const { end } = pg.Client.prototype;
    Object.assign(pg.Client.prototype, {
      end(this: pg.Client) {
        void (end as () => Promise<void>).call(this);
        return new Promise(() => {});
      },
    });
    try {
      listen({ heartbeatMs: 20 });
      await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true), 30_000);
      await running.listener.stop();
    } finally {
      Object.assign(pg.Client.prototype, { end });
    }
  });

  it("treats the cache as stale while an answer is late, and as before when it arrives", async () => {
    let arrive = () => {};
    let held = Promise.resolve();
    const restore = tapHeartbeats(async (send) => {
      await held;
      return send();
    });
    try {
      listen({ heartbeatMs: 20, lateMs: 1_000 });
      await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true), 30_000);
      const before = await listenerPids();
      expect(before).toHaveLength(1);
      held = new Promise((resolve) => {
        arrive = resolve;
      });
      await vi.waitFor(() => expect(knownTarget("heard")).toBeUndefined(), 30_000);
      arrive();
      await vi.waitFor(() => expect(knownTarget("heard")).toMatchObject({ slug: "heard" }), 30_000);
      expect(await listenerPids()).toEqual(before);
    } finally {
      arrive();
      restore();
    }
  });

  it("reloads what was changed while it was lost, before anybody asks", async () => {
    listen({});
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true), 30_000);
    await running.listener.stop();
    await running.ended;
    await own.query(`DELETE FROM "Link" WHERE "slug" = 'heard'`);
    listen({});
    await vi.waitFor(() => expect(knownTarget("heard")).toBeNull(), 30_000);
  });

  it("a write that was answered while it is lost takes effect at once, also if a look-up has just failed", async () => {
    listen({});
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true), 30_000);
    await running.listener.stop();
    await running.ended;
    await own.query(`ALTER TABLE "Link" RENAME TO "LinkRenamed"`);
    await findTarget("heard").finally(() =>
      own.query(`ALTER TABLE "LinkRenamed" RENAME TO "Link"`),
    );
    await own.query(
      `UPDATE "Link" SET "url" = 'https://changed.example.com/' WHERE "slug" = 'heard'`,
    );
    await running.listener.waitForNotifications(true);
    expect(await findTarget("heard")).toMatchObject({ url: "https://changed.example.com/" });
  });

  it("a write that was answered takes effect at once on a new connection, also if a look-up has just failed", async () => {
    listen({});
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true), 30_000);
    await own.query(`ALTER TABLE "Link" RENAME TO "LinkRenamed"`);
    try {
      linkCaches().startedListening();
      await findTarget("heard");
      await own.query(`ALTER TABLE "LinkRenamed" DISABLE TRIGGER "Link_notify"`);
      await own.query(
        `UPDATE "LinkRenamed" SET "url" = 'https://unheard.example.com/' WHERE "slug" = 'heard'`,
      );
      await own.query(`ALTER TABLE "LinkRenamed" ENABLE TRIGGER "Link_notify"`);
    } finally {
      await own.query(`ALTER TABLE "LinkRenamed" RENAME TO "Link"`);
    }
    await running.listener.waitForNotifications(true);
    expect(await findTarget("heard")).toMatchObject({ url: "https://unheard.example.com/" });
  });

  it("keeps a connection whose answers are always a little late", async () => {
    let beats = 0;
    const restore = tapHeartbeats(async (send) => {
      beats++;
      await sleep(150);
      return send();
    });
    try {
      listen({ heartbeatMs: 0, lateMs: 100 });
      await vi.waitFor(() => expect(beats).toBeGreaterThan(1), 30_000);
      const before = await listenerPids();
      expect(before).toHaveLength(1);
      const seen = beats;
      await vi.waitFor(() => expect(beats).toBeGreaterThan(seen + 5), 30_000);
      expect(await listenerPids()).toEqual(before);
      expect(before).toHaveLength(1);
    } finally {
      restore();
    }
  });

  it("asks anew after a late answer that is an error", async () => {
    let held: Promise<void> | null = null;
    let fail = () => {};
    const restore = tapHeartbeats((send) => held?.then(send) ?? send());
    try {
      listen({ heartbeatMs: 20, lateMs: 1_000 });
      await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true), 30_000);
      held = new Promise((_, reject) => {
        fail = () => reject(new Error("canceling statement due to statement timeout"));
      });
      await vi.waitFor(() => expect(knownTarget("heard")).toBeUndefined(), 30_000);
      fail();
      held = null;
      await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true), 30_000);
    } finally {
      restore();
    }
  });

  it("treats the cache as stale and raises an issue while notifications do not arrive", async () => {
    let arrives = true;
    listenWhile(() => arrives);
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true), 30_000);
    arrives = false;
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(false), 30_000);
    expect(issues().list()).toMatchObject([{ name: "notifications" }]);
    // A new connection is no reason to believe again.
    await own.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'SELECT 1' AND datname = current_database()`,
    );
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(false), 30_000);
    arrives = true;
    await vi.waitFor(async () => expect(await isRemembered("heard")).toBe(true), 30_000);
    expect(issues().list()).toEqual([]);
  });

  it("puts stored settings into effect, also while notifications do not arrive", async () => {
    const name = (value: string) =>
      own.query(
        `INSERT INTO "SiteSetting" VALUES ('SITE_NAME', $1) ON CONFLICT ("name") DO UPDATE SET "value" = $1`,
        [value],
      );
    const isInEffect = (value: string | undefined) =>
      vi.waitFor(() => expect(siteSettings().SITE_NAME).toBe(value), 30_000);
    await name("Before");
    let arrives = true;
    listenWhile(() => arrives);
    await isInEffect("Before");
    await name("Changed");
    await isInEffect("Changed");
    arrives = false;
    await vi.waitFor(
      () => expect(issues().list()).toMatchObject([{ name: "notifications" }]),
      10_000,
    );
    // As behind a pooler that drops notifications.
    await own.query(`ALTER TABLE "SiteSetting" DISABLE TRIGGER "SiteSetting_notify"`);
    await name("Unheard");
    await isInEffect("Unheard");
    await own.query(`ALTER TABLE "SiteSetting" ENABLE TRIGGER "SiteSetting_notify"`);
    arrives = true;
    await vi.waitFor(() => expect(issues().list()).toEqual([]), 30_000);
    await own.query(`DELETE FROM "SiteSetting"`);
    await isInEffect(undefined);
  });
});
