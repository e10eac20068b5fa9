// Run: all
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { rounds, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, Control, Load, slowest } from "../support/load";
import { isFullRun } from "../support/run";

/**
 * Promise 24: a statement that hangs loses nothing: not a click, not a link, not an edit. No visitor
 * waits for it.
 */
const service = useFaultService();
const answered: Answered[] = [];
const slugs = ["hung-a", "hung-b", "hung-c"];
const anySlug = () => slugs[Math.floor(Math.random() * slugs.length)] ?? "";
const aliasOf = (slug: string) => `${slug}-alias`;

/** Locks are held shorter and longer than each timeout of the server and of its clients. */
const written = isFullRun ? ["Link", "LinkCounter", "Click"] : ["Click"];
const longSeconds = [1, 2.2, 5.5, 8, 12.5];
const seconds = 4.4;
const visitors = 4;

/** Owners at work while it runs: what was answered must be there afterwards. */
class Owners {
  private readonly created = new Set<string>();
  private readonly titles = new Map<string, string>();
  private readonly doubtful = new Map<string, Set<string>>();
  private stopping = false;
  private readonly working = [this.create(), this.rename(), this.look()];

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.working);
  }

  async findLost(): Promise<string[]> {
    const rows = await service.database.sql<{ slug: string; title: string | null }>(
      `SELECT "slug", "title" FROM "Link"`,
    );
    const titles = new Map(rows.map(({ slug, title }) => [slug, title]));
    return [
      ...[...this.created]
        .filter((slug) => !titles.has(slug))
        .map((slug) => `created but not stored: ${slug}`),
      ...[...this.titles]
        .filter(
          ([slug, title]) =>
            titles.get(slug) !== title && !this.doubtful.get(slug)?.has(titles.get(slug) ?? ""),
        )
        .map(
          ([slug, title]) => `answered the title ${title} of ${slug}, stored ${titles.get(slug)}`,
        ),
    ];
  }

  private async create(): Promise<void> {
    for (let made = 0; !this.stopping; made++) {
      const slug = `hung-${Date.now()}-${made}`;
      if ((await this.call("POST", "/api/links", { slug, url: "https://example.com/" })) === 201)
        this.created.add(slug);
      await sleep(40);
    }
  }

  /** A refused edit may still have been made, until another one is answered. */
  private async rename(): Promise<void> {
    for (let made = 0; !this.stopping; made++) {
      const [slug, title] = [anySlug(), `Title ${made}`];
      if ((await this.call("PATCH", `/api/links/${slug}`, { title })) === 200) {
        this.titles.set(slug, title);
        this.doubtful.delete(slug);
      } else this.doubtful.set(slug, new Set([...(this.doubtful.get(slug) ?? []), title]));
      await sleep(40);
    }
  }

  private async look(): Promise<void> {
    while (!this.stopping) {
      await Promise.all([
        this.call("GET", "/api/stats"),
        this.call("GET", `/api/links/${anySlug()}/stats`),
        this.call("GET", "/api/links?q=hung"),
      ]);
      await sleep(100);
    }
  }

  private async call(method: string, path: string, body?: unknown): Promise<number> {
    return service.instance.api.call(method, path, body).then(
      ({ status }) => status,
      () => 0,
    );
  }
}

/** The table's lock is taken like any other statement of the test, straight at Postgres. */
async function holdLock(table: string, seconds: number): Promise<void> {
  await service.database
    .sql(
      `DO $$ BEGIN LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE; PERFORM pg_sleep(${seconds}); END $$`,
    )
    .catch(() => {});
}

/**
 * The names of all tables, read from the schema: tests are collected before there is a database.
 */
async function listTables(): Promise<string[]> {
  const schema = await readFile("prisma/schema.prisma", "utf8");
  return [...schema.matchAll(/^model (\w+) \{/gm)].flatMap(([, name]) => name ?? []);
}

/**
 * In the short form those that clicks, links and aggregation write to; in the long form every
 * table, and those for other times too.
 */
const cases =
  rounds > 1
    ? [
        ...(await listTables()).map((table) => ({ table, seconds })),
        ...written.flatMap((table) => longSeconds.map((long) => ({ table, seconds: long }))),
      ]
    : written.map((table) => ({ table, seconds }));

describe("with a table locked under load, then kill -9", () => {
  it.each(cases)("$table for $seconds s", async ({ table, seconds }) => {
    for (const slug of slugs)
      await service.instance.api.call("POST", "/api/links", {
        slug,
        aliases: [aliasOf(slug)],
        url: "https://example.com/",
      });
    const url = () => service.instance.server.url;
    const control = new Control(url);
    // A statement that hangs may still count the clicks by an alias, which go to the journal, too.
    const load = new Load({
      url,
      slug: () => (Math.random() < 0.5 ? anySlug() : aliasOf(anySlug())),
      workers: visitors,
    });
    const owners = new Owners();
    try {
      await sleep(200);
      const locked = performance.now();
      await holdLock(table, seconds);
      // The statement itself gives up after 1.5 s, and a visitor waits a quarter of a second for it.
      const during = load.between(locked).filter(({ status }) => status === 302);
      expect(during.length).toBeGreaterThan(2 * visitors);
      expect(slowest(during)).toBeLessThan(1_000 + control.storeMs);
      // Connections that came back in an unknown state would be used again now.
      await sleep(1_000);
    } finally {
      await service.instance.stop("SIGKILL");
      await Promise.all([load.stop(), control.stop(), owners.stop()]);
    }
    answered.push(...load.answered());
    await service.instance.start();
    await service.instance.untilDrained(20_000);
    expect(await service.instance.findImbalances()).toEqual([]);
    expect(await owners.findLost()).toEqual([]);
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
    expect(load.answered().length).toBeGreaterThan(50);
  });
});
