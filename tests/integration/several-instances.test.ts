// Run: all
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Api } from "../support/api";
import { Balancer } from "../support/balancer";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import { type Destination, page, startDestination } from "../support/destinations";
import { startServer, type TestServer } from "../support/server";
import { useService } from "../support/service";
import { visit } from "../support/visitor";

/**
 * Three instances behind one address are one service: no visitor, owner or script needs to reach
 * the same one twice.
 */
const env = ownerEnv;
const first = useService({ env });
const others: TestServer[] = [];
const balancer = new Balancer(() => [first.server, ...others].map(({ url }) => url));
let url = "";

beforeAll(async () => {
  url = await balancer.start();
  for (let made = 0; made < 2; made++) others.push(await startServer(first.databaseUrl, { env }));
});
afterAll(async () => {
  await balancer.stop();
  for (const server of others) await server.stop();
});

let next = 0;
const client = () => new DashboardClient({ url }, `198.51.100.${++next}`);
/** In turn on each instance. */
const statuses = async (who: DashboardClient, path: string) =>
  [await who.get(path), await who.get(path), await who.get(path)].map(({ status }) => status);
const tokens = "/dashboard/settings/tokens";

describe("a session", () => {
  it("that one instance began holds on all, until another ends it", async () => {
    const who = client();
    expect((await who.submit("/dashboard/sign-in", owner)).status).toBe(303);
    expect(await statuses(who, tokens)).toEqual([200, 200, 200]);
    const copy = client();
    copy.copy("slugline.session", who);
    expect(await statuses(copy, tokens)).toEqual([200, 200, 200]);
    // The form comes from one instance, and its action runs on the next.
    const form = await who.hiddenFields("/dashboard/settings/sessions", "$ACTION_KEY");
    expect((await who.sendForm("/dashboard/settings/sessions", form)).status).toBe(303);
    expect(await statuses(copy, tokens)).toEqual([307, 307, 307]);
  });

  it("is refused on all instances after too many guesses on any", async () => {
    const who = client();
    const answers = [];
    for (let guess = 0; guess < 15; guess++)
      answers.push(
        await who.submit("/dashboard/sign-in", {
          email: "other@example.com",
          password: `guess number ${guess}`,
        }),
      );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(
      answers.filter(({ body }) => body.includes("Incorrect email or password.")).length,
    ).toBeLessThanOrEqual(10);
  });
});

it("another API token is logged once, with what it ends, by the first instance that has it", async () => {
  const who = client();
  await who.submit("/dashboard/sign-in", owner);
  const output: string[] = [];
  for (const token of ["another-token-2b7c", "another-token-2b7c", first.server.token]) {
    const server = await startServer(first.databaseUrl, { env: { ...env, API_TOKEN: token } });
    output.push(server.output());
    const copy = new DashboardClient(server, "198.51.100.250");
    copy.copy("slugline.session", who);
    expect((await copy.get(tokens)).status).toBe(token === first.server.token ? 200 : 307);
    await server.stop();
  }
  const said = /the API token is another one than at the last start: everybody signs in again/;
  for (const instance of [first.server, ...others]) expect(instance.output()).not.toMatch(said);
  expect(output.map((text) => said.test(text))).toEqual([true, false, true]);
});

it("builds of the same sources know each other's pages and forms", () => {
  expect(readFileSync(".next/BUILD_ID", "utf8")).toBe(readFileSync("dist/built-from", "utf8"));
  const { encryptionKey } = JSON.parse(
    readFileSync(".next/server/server-reference-manifest.json", "utf8"),
  ) as { encryptionKey: string };
  expect(encryptionKey).toBe(
    process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ??
      createHash("sha256").update("server actions of Slugline").digest("base64"),
  );
});

describe("links", () => {
  it("are read where they were not written, and each click is counted once by whichever instance aggregates", async () => {
    const api = new Api({ url, token: first.server.token });
    const { slug } = await api.create({ slug: "shared", url: "https://example.com/before" });
    expect((await api.patch(slug, { url: "https://example.com/after" })).status).toBe(200);
    expect((await api.get(slug)).url).toBe("https://example.com/after");
    await sleep(1_000);
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => visit({ url }, `/${slug}?utm_campaign=shared`)),
    );
    expect(new Set(answers.map(({ headers }) => headers.location))).toEqual(
      new Set(["https://example.com/after"]),
    );
    const pending = async () =>
      (await first.sql<{ n: number }>(`SELECT count(*)::int AS n FROM "PendingBatch"`))[0]?.n;
    await expect.poll(pending).toBe(0);
    const [stored] =
      await first.sql(`SELECT "clickCount"::int AS clicks, (SELECT sum("clicks")::int FROM "LinkDay" d WHERE d."linkId" = c."linkId") AS days
      FROM "LinkCounter" c JOIN "Link" l ON l."id" = c."linkId" WHERE l."slug" = 'shared'`);
    expect(stored).toEqual({ clicks: 300, days: 300 });
  });
});

describe("work that one instance does for all is done once, and goes on when that instance dies:", () => {
  const service = useService();
  const names = ["one", "two", "three"];
  const instances = new Map<string, TestServer>();
  /** A round of checks asks a host for 45 pages at most, and has 1,250 in all. */
  const hosts: Destination[] = [];
  const pagesOfHost = 45;
  /** Which instance asked for which page. */
  const reads: { page: string; by: string }[] = [];
  let hung: { page: string; by: string } | null = null;
  let hangsNext = false;

  const answerOf = (host: number) => (incoming: IncomingMessage, response: ServerResponse) => {
    const by = /[+]http:[/][/](\w+)[.]test/.exec(incoming.headers["user-agent"] ?? "")?.[1] ?? "";
    const read = { page: `${host}${incoming.url}`, by };
    reads.push(read);
    if (!hangsNext) return page("<title>Theirs</title>")(incoming, response);
    hangsNext = false;
    hung = read;
  };

  /** Its name is in its connections to Postgres, and in the User-Agent of its checks. */
  async function start(name: string): Promise<void> {
    const url = new URL(service.databaseUrl);
    url.searchParams.set("application_name", name);
    const env = {
      BASE_URL: `http://${name}.test`,
      SCRAPE_ALLOW_HOSTS: hosts.map(({ host }) => host).join(),
    };
    instances.set(name, await startServer(url.href, { env }));
  }

  const startMissing = () => Promise.all(names.filter((name) => !instances.has(name)).map(start));

  /** Ends an instance in the middle of its work, and resolves with those that are left. */
  async function kill(name: string): Promise<TestServer[]> {
    await instances.get(name)?.stop("SIGKILL");
    instances.delete(name);
    expect(instances.size).toBeGreaterThan(0);
    return [...instances.values()];
  }

  /**
   * Kills the instance that is about to write to a table. It waits there, in its transaction and
   * with its locks.
   */
  async function killWriterOf(table: string, begin: () => Promise<unknown>): Promise<TestServer[]> {
    const blocker = new pg.Client({ connectionString: service.databaseUrl });
    await blocker.connect();
    try {
      await blocker.query(`BEGIN; LOCK TABLE "${table}" IN EXCLUSIVE MODE`);
      await begin();
      const writer = async () => {
        const [found] = await service.sql<{ name: string }>(
          `SELECT "application_name" AS "name" FROM pg_locks JOIN pg_stat_activity USING ("pid")
           WHERE NOT "granted" AND "relation" = '"${table}"'::regclass AND "application_name" = ANY ($1)`,
          [names],
        );
        return found && (await kill(found.name));
      };
      return (await vi.waitUntil(writer, { timeout: 30_000, interval: 20 })) ?? [];
    } finally {
      await blocker.end();
    }
  }

  beforeAll(async () => {
    for (let host = 0; host < 28; host++) hosts.push(await startDestination({}, answerOf(host)));
    const rows = hosts.flatMap(({ url }) =>
      Array.from({ length: pagesOfHost }, (_, index) => `${url}/${index}`),
    );
    const imported = await fetch(`${service.server.url}/api/links/import?format=csv`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.server.token}`, "Content-Type": "text/csv" },
      body: `url\n${rows.join("\n")}\n`,
    });
    expect(await imported.json()).toMatchObject({ created: rows.length });
    await service.server.stop();
  });
  afterAll(async () => {
    for (const server of instances.values()) await server.stop();
    for (const host of hosts) await host.close();
  });

  it("months are closed", async () => {
    await service.sql(
      `UPDATE "RollupState" SET "monthsUntil" = date_trunc('month', now() - interval '3 months'), "monthsLinkId" = 0`,
    );
    await service.sql(`INSERT INTO "LinkDayLabel" ("linkId", "day", "dimension", "label", "clicks")
      SELECT "id", d, 6, 'Firefox', "id" FROM "Link", generate_series(date_trunc('month', now() - interval '3 months'), now(), '7 days') d`);
    await killWriterOf("LinkMonthLabel", startMissing);
    const isOpen = async () =>
      (
        await service.sql(
          `SELECT FROM "RollupState" WHERE "monthsUntil" < date_trunc('month', now())`,
        )
      ).length;
    await expect.poll(isOpen).toBe(0);
    const wrong = await service.sql(`
      SELECT * FROM (SELECT "linkId", date_trunc('month', "day")::date AS "month", sum("clicks") AS "clicks" FROM "LinkDayLabel"
                     WHERE "day" < date_trunc('month', now()) GROUP BY 1, 2) d
      FULL JOIN "LinkMonthLabel" m USING ("linkId", "month") WHERE d."clicks" IS DISTINCT FROM m."clicks"`);
    expect(wrong).toEqual([]);
    expect((await service.sql(`SELECT DISTINCT "month" FROM "LinkMonthLabel"`)).length).toBe(3);
  });

  it("destinations are checked", async () => {
    // An instance that was killed before may have read some in vain.
    reads.length = 0;
    await startMissing();
    const count = (by?: string) =>
      new Set(reads.filter((read) => by === undefined || read.by === by).map((read) => read.page))
        .size;
    await expect.poll(() => count()).toBeGreaterThan(8);
    hangsNext = true;
    const { page: victim, by } = await vi.waitUntil(() => hung, { timeout: 60_000 });
    await kill(by);
    const before = count();
    await expect.poll(() => count()).toBeGreaterThan(before + 8);
    const twice = reads
      .map((read) => read.page)
      .filter((read, index, all) => all.indexOf(read) < index);
    expect(twice.filter((read) => read !== victim)).toEqual([]);
  });

  it("clicks are aggregated", async () => {
    await startMissing();
    const [first] = instances.values();
    const { slug } = await new Api(first ?? service.server).create({});
    let sent = 0;
    const visitAll = async (servers: Iterable<TestServer>) => {
      for (const server of servers) {
        expect((await visit(server, `/${slug}`)).status).toBe(302);
        sent++;
      }
    };
    const left = await killWriterOf("LinkDay", () => visitAll(instances.values()));
    await visitAll(left);
    const stored = async () =>
      (
        await service.sql(`SELECT "clickCount"::int AS "clicks", (SELECT sum("clicks")::int FROM "LinkDay" d WHERE d."linkId" = c."linkId") AS "days"
          FROM "LinkCounter" c JOIN "Link" l ON l."id" = c."linkId" WHERE l."slug" = '${slug}'`)
      )[0];
    await expect.poll(stored).toEqual({ clicks: sent, days: sent });
  });

  it("the history of deleted links is removed", async () => {
    await startMissing();
    const [first] = instances.values();
    const api = new Api(first ?? service.server);
    const links = await Promise.all(
      ["a", "b", "c"].map((slug) => api.create({ slug: `gone-${slug}` })),
    );
    for (const { slug } of links) {
      for (const method of ["GET", "HEAD"])
        await visit(first ?? service.server, `/${slug}`, { method });
    }
    await killWriterOf("UncountedVisit", () =>
      Promise.all(links.map(({ slug }) => api.remove(slug))),
    );
    const ids = links.map(({ id }) => id);
    for (const table of [
      "DeletedLink",
      "Click",
      "UncountedVisit",
      "LinkHour",
      "LinkDay",
      "LinkDayLabel",
    ]) {
      const left = () =>
        service.sql(`SELECT '${table}' AS "in" FROM "${table}" WHERE "linkId" = ANY ($1)`, [ids]);
      await expect.poll(left).toEqual([]);
    }
  });
});
