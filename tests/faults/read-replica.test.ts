import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { examineReplica } from "@/lib/database/replica";
import { getGlobalStatistics } from "@/lib/stats/global-statistics";
import { Api } from "../support/api";
import { createOwnService } from "../support/own-service";
import { ReplicatedPostgres } from "../support/replicated-postgres";
import { startServer, type TestServer } from "../support/server";
import { TcpProxy } from "../support/tcp-proxy";
import { visit } from "../support/visitor";

/** A replica takes reads off the primary, and nobody can tell: owners see their edits, and its loss changes no answer. */
let postgres: ReplicatedPostgres;
let proxy: TcpProxy;
const instances: TestServer[] = [];
const apis: Api[] = [];

beforeAll(async () => {
  postgres = await ReplicatedPostgres.start();
  proxy = await TcpProxy.start(() => postgres.replicaPort);
  for (let made = 0; made < 2; made++) {
    const server = await startServer(postgres.primary.url, { env: { DATABASE_REPLICA_URL: throughProxy(), DATABASE_REPLICA_MAX_LAG: "5" } });
    instances.push(server);
    apis.push(new Api(server));
  }
  await api(0).create({ slug: "known", title: "old" });
  await api(0).create({ slug: "visited" });
});
afterEach(() => postgres.resumeReplay());
afterAll(async () => {
  for (const server of instances) await server.stop();
  await proxy?.stop();
  await postgres?.stop();
});

function throughProxy(): string {
  const url = new URL(postgres.replicaUrl);
  url.port = String(proxy.port);
  return url.href;
}

function api(index: number): Api {
  const found = apis[index];
  if (!found) throw new Error(`there is no instance ${index}`);
  return found;
}

/** Bypasses the service, which therefore does not announce it. */
const countSecretly = (clicks: number) => postgres.sql(`UPDATE "LinkCounter" SET "clickCount" = ${clicks}`);
const clicksListed = async (index = 0) => (await api(index).list()).links.find(({ slug }) => slug === "known")?.clickCount;
/** The replica has everything and is used. */
const settled = async (clicks: number) => {
  await countSecretly(clicks);
  for (const index of [0, 1]) await expect.poll(() => clicksListed(index), { timeout: 10_000 }).toBe(clicks);
};

/** Whether it shows what it has while it is paused, and not what the primary has. */
const isUsed = async () => {
  await settled(10);
  await postgres.pauseReplay();
  await countSecretly(11);
  const listed = await clicksListed();
  await postgres.resumeReplay();
  return listed === 10;
};

describe("a replica that is behind", () => {
  it("answers as long as it is recent enough, then the primary does", async () => {
    await settled(1);
    await postgres.pauseReplay();
    await countSecretly(2);
    expect(await clicksListed()).toBe(1);
    expect(await api(0).stats("known")).toMatchObject({ totalClicks: 1 });
    await expect.poll(clicksListed, { timeout: 15_000 }).toBe(2);
  });

  it("does not answer once something was edited, by this instance or another", async () => {
    await settled(3);
    await postgres.pauseReplay();
    await countSecretly(4);
    expect(await clicksListed(0)).toBe(3);
    expect(await clicksListed(1)).toBe(3);
    expect((await api(0).patch("known", { title: "new" })).status).toBe(200);
    for (const index of [0, 1]) {
      const [listed] = (await api(index).list("?q=known")).links;
      expect(listed).toMatchObject({ title: "new", clickCount: 4 });
    }
    await postgres.resumeReplay();
    await settled(5);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a tag", () => api(0).call("POST", "/api/tags", { name: `made-${Date.now()}` })],
    ["a deleted link", () => api(0).remove("gone")],
  ])("does not answer after an edit of %s", async (_title, edit) => {
    await api(0).call("POST", "/api/links", { slug: "gone", url: "https://example.com/" });
    await settled(6);
    await postgres.pauseReplay();
    await countSecretly(7);
    expect(await clicksListed(1)).toBe(6);
    await edit();
    expect(await clicksListed(1)).toBe(7);
  });
});

describe("owners", () => {
  it("see each of their edits at once, whichever instance answers", async () => {
    for (let edit = 0; edit < 60; edit++) {
      const [writes, reads] = edit % 2 === 0 ? [0, 1] : [1, 0];
      expect((await api(writes).patch("known", { title: `edit ${edit}` })).status).toBe(200);
      expect((await api(reads).list("?q=known")).links.map(({ title }) => title)).toEqual([`edit ${edit}`]);
    }
  });
});

describe("the loss of the replica", () => {
  const losses: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ["it is stopped", () => postgres.stopReplica(), () => postgres.startReplica()],
    [
      "it falls silent",
      async () => {
        proxy.swallowsNew = true;
        expect(proxy.silence()).toBeGreaterThan(0);
      },
      async () => {
        proxy.swallowsNew = false;
        proxy.cut();
      },
    ],
    ["its connections are cut", async () => proxy.cut(), async () => {}],
  ];

  it.each(losses)("changes no answer when %s, and it is used again", async (_title, lose, restore) => {
    expect(await isUsed()).toBe(true);
    const answers: number[] = [];
    let isOver = false;
    const reader = async (path: string) => {
      while (!isOver)
        answers.push((await fetch(new URL(path, instances[0]?.url), { headers: { Authorization: `Bearer ${instances[0]?.token}` } })).status);
    };
    const readers = ["/api/links", "/api/stats", "/api/links/known/stats?days=7", "/api/links?q=known&sort=clickCount"].map(reader);
    await sleep(300);
    await lose();
    await sleep(1_500);
    for (let sent = 0; sent < 5; sent++) expect((await visit(instances[0] as TestServer, "/visited")).status).toBe(302);
    await restore();
    await sleep(500);
    isOver = true;
    await Promise.all(readers);
    expect(answers.length).toBeGreaterThan(50);
    expect(new Set(answers)).toEqual(new Set([200]));
    await expect.poll(isUsed, { timeout: 20_000 }).toBe(true);
  });
});

describe("the doctor", () => {
  const stateOf = async (url: string) => {
    const service = createOwnService(postgres.primary.url, { DATABASE_URL: postgres.primary.url, DATABASE_REPLICA_URL: url });
    try {
      const answer = getGlobalStatistics(new Date());
      expect((await answer).totalLinks).toBeGreaterThan(0);
      return await examineReplica();
    } finally {
      await service.stop();
    }
  };

  it("names a replica that is used", async () => {
    expect(await stateOf(postgres.replicaUrl)).toEqual({ staleMs: expect.any(Number) });
  });

  it("names a server that is no replica, or not there", async () => {
    expect(await stateOf(postgres.primary.url)).toEqual({ problem: "it is no streaming replica" });
    const gone = new URL(postgres.replicaUrl);
    gone.port = "1";
    expect(await stateOf(gone.href)).toEqual({ problem: expect.stringContaining("ECONNREFUSED") });
  });
});
