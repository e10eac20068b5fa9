// Run: all
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { preferReplica } from "@/lib/database/in-snapshot";
import { examineReplica } from "@/lib/database/replica";
import { listLinks } from "@/lib/stats/list/list-links";
import { Api } from "../support/api";
import { createOwnService } from "../support/own-service";
import { ReplicatedPostgres } from "../support/replicated-postgres";
import { startServer, type TestServer } from "../support/server";
import { TcpProxy } from "../support/tcp-proxy";
import { visit } from "../support/visitor";

/**
 * A replica takes reads off the primary, and nobody can tell: owners see their edits, and its loss
 * changes no answer.
 */
const maxLag = 4;
let postgres: ReplicatedPostgres;
let proxy: TcpProxy;
const instances: TestServer[] = [];
const apis: Api[] = [];

beforeAll(async () => {
  postgres = await ReplicatedPostgres.start();
  proxy = await TcpProxy.start(() => postgres.replicaPort);
  for (let made = 0; made < 2; made++) {
    const server = await startServer(postgres.primary.url, {
      env: { DATABASE_REPLICA_URL: throughProxy(), DATABASE_REPLICA_MAX_LAG: String(maxLag) },
    });
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

/** Bypasses the service, and is not announced, as no edit is. */
const countSecretly = (clicks: number) =>
  postgres.sql(`UPDATE "LinkCounter" SET "clickCount" = ${clicks}`);
const clicksListed = async (index = 0) =>
  (await api(index).list()).links.find(({ slug }) => slug === "known")?.clickCount;
let clicks = 0;

/** Whether the replica answers, which then lacks the clicks that the primary has. */
const isUsed = async () => {
  await postgres.resumeReplay();
  await countSecretly(++clicks);
  for (const index of [0, 1])
    await expect.poll(() => clicksListed(index), { timeout: 10_000 }).toBe(clicks);
  await postgres.pauseReplay();
  await countSecretly(++clicks);
  return (await Promise.all([clicksListed(0), clicksListed(1)])).every(
    (listed) => listed === clicks - 1,
  );
};
const untilUsed = () => expect.poll(isUsed, { timeout: 20_000 }).toBe(true);

describe("a replica that is behind", () => {
  it("answers as long as it is recent enough, then the primary does", async () => {
    await untilUsed();
    expect(await api(0).stats("known")).toMatchObject({ totalClicks: clicks - 1 });
    await expect.poll(clicksListed, { timeout: 15_000 }).toBe(clicks);
  });

  it("does not answer once something was edited, by this instance or another", async () => {
    await untilUsed();
    expect((await api(0).patch("known", { title: "new" })).status).toBe(200);
    for (const index of [0, 1]) {
      const [listed] = (await api(index).list("?q=known")).links;
      expect(listed).toMatchObject({ title: "new", clickCount: clicks });
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a tag", () => api(0).call("POST", "/api/tags", { name: `made-${Date.now()}` })],
    ["a deleted link", () => api(0).remove("gone")],
    [
      "what a check found broken",
      () => postgres.sql(`UPDATE "LinkPreview" SET "brokenSince" = now()`),
    ],
  ])("does not answer after an edit of %s", async (_title, edit) => {
    await api(0).call("POST", "/api/links", { slug: "gone", url: "https://example.com/" });
    await postgres.sql(
      `INSERT INTO "LinkPreview" ("linkId") SELECT "id" FROM "Link" WHERE "slug" = 'known' ON CONFLICT DO NOTHING`,
    );
    await untilUsed();
    await edit();
    expect(await clicksListed(1)).toBe(clicks);
  });

  it("answers while destinations are checked that work", async () => {
    await postgres.sql(
      `INSERT INTO "LinkPreview" ("linkId") SELECT "id" FROM "Link" WHERE "slug" = 'known' ON CONFLICT DO NOTHING`,
    );
    await postgres.sql(`UPDATE "LinkPreview" SET "brokenSince" = NULL`);
    await untilUsed();
    await postgres.sql(`UPDATE "LinkPreview" SET "checkedAt" = now()`);
    expect(await clicksListed(1)).toBe(clicks - 1);
  });
});

describe("owners", () => {
  const delayReplay = async (delay: string) => {
    await postgres.resumeReplay();
    await postgres.sql(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`, "replica");
    await postgres.sql("SELECT pg_reload_conf()", "replica");
  };
  afterEach(() => delayReplay("0"));

  it("see each of their edits at once, whichever instance answers", async () => {
    await untilUsed();
    await delayReplay("1s");
    for (let edit = 0; edit < 40; edit++) {
      const [writes, reads] = edit % 2 === 0 ? [0, 1] : [1, 0];
      expect((await api(writes).patch("known", { title: `edit ${edit}` })).status).toBe(200);
      expect((await api(reads).list("?q=known")).links.map(({ title }) => title)).toEqual([
        `edit ${edit}`,
      ]);
    }
  });

  it("see them from then on, also when the replica takes over", async () => {
    await delayReplay("2s");
    await api(0).patch("known", { title: "lasting" });
    const titles = new Set<unknown>();
    const until = performance.now() + 2_000 * maxLag;
    while (performance.now() < until)
      for (const { title } of (await api(1).list("?q=known")).links) titles.add(title);
    expect([...titles]).toEqual(["lasting"]);
    await delayReplay("0");
    await untilUsed();
  });

  it("see them while the connections that listen are lost", async () => {
    await api(0).patch("known", { tags: ["tag0"] });
    await untilUsed();
    await delayReplay("1s");
    for (let edit = 0; edit < 10; edit++) {
      await postgres.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query ~ '^LISTEN|txid_current'",
      );
      expect(
        (await api(0).call("PATCH", `/api/tags/tag${edit}`, { name: `tag${edit + 1}` })).status,
      ).toBe(200);
      expect((await api(1).list(`?tag=tag${edit + 1}`)).links.map(({ tags }) => tags)).toEqual([
        [`tag${edit + 1}`],
      ]);
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

  it.each(losses)(
    "changes no answer when %s, and it is used again",
    async (_how, lose, restore) => {
      await untilUsed();
      await postgres.resumeReplay();
      const answers: number[] = [];
      let isOver = false;
      const reader = async (path: string) => {
        while (!isOver)
          answers.push(
            (
              await fetch(new URL(path, instances[0]?.url), {
                headers: { Authorization: `Bearer ${instances[0]?.token}` },
              })
            ).status,
          );
      };
      const readers = [
        "/api/links",
        "/api/stats",
        "/api/links/known/stats?days=7",
        "/api/links?q=known&sort=clickCount",
      ].map(reader);
      const more = async (count: number) => {
        const wanted = answers.length + count;
        await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(wanted);
      };
      await more(10);
      await lose();
      await Promise.all([more(30), sleep(1_500)]);
      for (let sent = 0; sent < 5; sent++)
        expect((await visit(instances[0] as TestServer, "/visited")).status).toBe(302);
      await restore();
      await more(10);
      isOver = true;
      await Promise.all(readers);
      expect(new Set(answers)).toEqual(new Set([200]));
      await untilUsed();
    },
  );
});

describe("in one process", () => {
  const withService = async <T>(
    variables: Record<string, string>,
    work: () => Promise<T>,
    primary = postgres.primary.url,
  ) => {
    const service = createOwnService(primary, {
      DATABASE_URL: primary,
      DATABASE_REPLICA_URL: postgres.replicaUrl,
      ...variables,
    });
    try {
      return await work();
    } finally {
      await service.stop();
    }
  };
  const isReplica = () =>
    preferReplica(
      "owners",
      async (client) =>
        (await client.$queryRaw<[{ is: boolean }]>`SELECT pg_is_in_recovery() AS "is"`)[0].is,
    );
  const untilServed = () => expect.poll(isReplica, { timeout: 10_000 }).toBe(true);
  const titles = async () =>
    (await listLinks({ q: "known", limit: 1, offset: 0 }, new Date())).links.map(
      ({ title }) => title,
    );

  it("reads that overlap miss no edit", async () => {
    const slow = await TcpProxy.start(() => postgres.primary.port);
    const url = new URL(postgres.primary.url);
    url.port = String(slow.port);
    slow.delayMs = 20;
    try {
      await withService(
        { DATABASE_REPLICA_MAX_LAG: "1" },
        async () => {
          await untilServed();
          let isOver = false;
          const others = Array.from({ length: 3 }, async (_, index) => {
            await sleep(7 * index);
            while (!isOver) await Promise.all([titles(), sleep(10)]);
          });
          for (let edit = 0; edit < 8; edit++) {
            await untilServed();
            await postgres.pauseReplay();
            await postgres.sql(
              `UPDATE "Link" SET "title" = 'overlap ${edit}' WHERE "slug" = 'known'`,
            );
            expect(await titles()).toEqual([`overlap ${edit}`]);
            await postgres.resumeReplay();
          }
          isOver = true;
          await Promise.all(others);
        },
        url.href,
      );
    } finally {
      await slow.stop();
    }
  });

  it("long reads that take every connection run once, on the replica", async () => {
    // Two, and one for share pages.
    await withService({ DATABASE_OWNER_CONNECTIONS: "3" }, async () => {
      await untilServed();
      const servers: boolean[] = [];
      const read = () =>
        preferReplica("owners", async (client) => {
          const [row] = await client.$queryRaw<
            [{ isReplica: boolean }]
          >`SELECT pg_is_in_recovery() AS "isReplica", pg_sleep(1.4)::text`;
          servers.push(row.isReplica);
        });
      await Promise.all([read(), read(), read(), read()]);
      expect(servers).toEqual([true, true, true, true]);
    });
  });

  it("a read that fails on both servers says nothing about the replica", async () => {
    await withService({}, async () => {
      await untilServed();
      await expect(
        preferReplica("owners", (client) => client.$queryRaw`SELECT 'x'::int`),
      ).rejects.toThrow("22P02");
      expect(await isReplica()).toBe(true);
    });
  });

  it("the doctor names a replica that is behind", async () => {
    const untilExamined = () =>
      expect.poll(examineReplica, { timeout: 10_000 }).toEqual({ kind: "used" });
    await withService({ DATABASE_REPLICA_MAX_LAG: "1" }, async () => {
      await untilExamined();
      await postgres.pauseReplay();
      await postgres.sql(`UPDATE "LinkCounter" SET "botHitCount" = "botHitCount" + 1`);
      await expect.poll(examineReplica, { timeout: 10_000 }).toEqual({ kind: "behind" });
      await postgres.resumeReplay();
      await untilExamined();
    });
  });

  it("the doctor names a server that is no replica of the database, or not there", async () => {
    const problemWith = (url: string) => withService({ DATABASE_REPLICA_URL: url }, examineReplica);
    const unused = (problem: unknown) => ({ kind: "unused", problem });
    expect(await problemWith(postgres.primary.url)).toEqual(unused({ id: "replicaNone" }));
    expect(await problemWith(postgres.replicaUrl.replace("/slugline?", "/postgres?"))).toEqual(
      unused({ id: "replicaOther" }),
    );
    const gone = new URL(postgres.replicaUrl);
    gone.port = "1";
    expect(await problemWith(gone.href)).toEqual(
      unused({ id: "asIs", values: { text: expect.stringContaining("ECONNREFUSED") } }),
    );
    const other = await ReplicatedPostgres.start();
    try {
      expect(await problemWith(other.replicaUrl)).toEqual(unused({ id: "replicaOther" }));
    } finally {
      await other.stop();
    }
  });
});

describe("npm run doctor", () => {
  it("ends, and shows the replica", async () => {
    const env = {
      ...process.env,
      DATABASE_URL: postgres.primary.url,
      DATABASE_REPLICA_URL: postgres.replicaUrl,
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["scripts/database.mjs", "doctor"],
      { env },
    ).catch((error) => error);
    expect(stdout).toContain("Read replica: It serves lists, statistics and exports");
  });
});
