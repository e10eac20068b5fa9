// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RawConnection } from "../support/raw-connection";
import { useSharedService } from "../support/service";

/** What is answered with an error was not stored and is not stored later. */
const service = useSharedService();

const storedSlugs = async (like: string) =>
  (
    await service.sql<{ slug: string }>(
      `SELECT "slug" FROM "Link" WHERE "slug" LIKE $1 ORDER BY 1`,
      [like],
    )
  ).map(({ slug }) => slug);

it("a slow body does not count against the time limit of the work", async () => {
  const connection = new RawConnection(service.server);
  const body = JSON.stringify({ slug: "trickled", url: "https://example.com/" });
  const head = `POST /api/links HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.server.token}\r\nContent-Type: application/json\r\n`;
  await connection.send(`${head}Content-Length: ${body.length}\r\n\r\n`);
  const pauseMs = 6_000 / body.length;
  for (const byte of body) {
    await connection.send(byte);
    await sleep(pauseMs);
  }
  expect((await connection.next())?.status).toBe(201);
  expect(await storedSlugs("trickled")).toEqual(["trickled"]);
  connection.end();
});

it("a truncated body stores nothing and logs no error", async () => {
  const connection = new RawConnection(service.server);
  const head = `POST /api/links HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.server.token}\r\nContent-Type: application/json\r\n`;
  await connection.send(
    `${head}Content-Length: 100\r\n\r\n{"slug":"cut","url":"https://example.com/"}`,
  );
  connection.abort();
  await connection.closed;
  // What was sent before is answered by the time that a later request is.
  await service.api.create({ slug: "after-the-cut" });
  expect(await storedSlugs("cut")).toEqual([]);
  expect(service.server.output()).not.toContain("a request failed");
});

describe.each(["Link", "LinkCounter"])("with %s locked past the deadline", (table) => {
  let locker: pg.Client;

  beforeEach(async () => {
    locker = new pg.Client({ connectionString: service.databaseUrl });
    await locker.connect();
  });

  afterEach(() => locker.end());

  const release = () => locker.query("COMMIT");

  async function lock(): Promise<void> {
    await locker.query(`BEGIN; LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`);
  }

  /** Nothing runs and nothing waits in the database any more. */
  async function untilIdle(): Promise<void> {
    const busy = `SELECT count(*)::int AS "n" FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`;
    for (let quiet = 0; quiet < 20; ) {
      const [row] = await service.sql<{ n: number }>(busy);
      quiet = row?.n === 0 ? quiet + 1 : 0;
      await sleep(50);
    }
  }

  it("a change that is answered with an error is not stored", async () => {
    const { slug } = await service.api.create({ title: "Before" });
    await lock();
    const answering = service.api.call("PATCH", `/api/links/${slug}`, { title: "After" });
    await sleep(4_500);
    await release();
    const { status } = await answering;
    await untilIdle();
    expect([200, 503]).toContain(status);
    expect((await service.api.get(slug)).title).toBe(status === 200 ? "After" : "Before");
  });

  // Two seconds for a connection and four for the statement are more than five, so some are on
  // their way at the deadline.
  it.each([4_500, 7_700])(
    "and released after %d ms, refused links are not stored",
    async (heldMs) => {
      const slugs = Array.from({ length: 28 }, (_, index) => `late-${table}-${heldMs}-${index}`);
      await lock();
      const answering = slugs.map(async (slug, index) => {
        await sleep(index * 125);
        return {
          slug,
          status: (
            await service.api.call("POST", "/api/links", { slug, url: "https://example.com/" })
          ).status,
        };
      });
      await sleep(heldMs);
      await release();
      const answers = await Promise.all(answering);
      await untilIdle();
      const created = answers.filter(({ status }) => status === 201).map(({ slug }) => slug);
      expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
      expect(await storedSlugs(`late-${table}-${heldMs}-%`)).toEqual(created.sort());
    },
  );
});
