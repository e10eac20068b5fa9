// Run: all
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { eventTypes } from "@/lib/messages/events";
import type { Receiver } from "@/lib/messages/receivers";
import { Api } from "../support/api";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "../support/databases";
import { startReceiver, type TestReceiver } from "../support/receiver";
import { startServer, type TestServer } from "../support/server";
import { visit } from "../support/visitor";

const { adminUrl, template } = inject("postgres");
const at = "/all";
let server: TestServer;
let receiver: TestReceiver;
let api: Api;
let name: string;
let pool: ReturnType<typeof openPool>;
const sql = (text: string, values?: unknown[]) => pool.query(text, values);

beforeAll(async () => {
  receiver = await startReceiver();
  name = await createDatabase(adminUrl, template);
  const url = databaseUrl(adminUrl, name);
  pool = openPool(url, 2);
  const env = { RATE_LIMITS: "off", MESSAGE_ALLOW_HOSTS: receiver.host };
  server = await startServer(url, { env });
  api = new Api(server);
  const wanted = { name: "All", kind: "webhook", url: receiver.url + at, events: eventTypes };
  expect((await api.call<Receiver>("POST", "/api/webhooks", wanted)).status).toBe(201);
});
afterAll(async () => {
  await server.stop("SIGKILL");
  await pool.end();
  await dropDatabase(adminUrl, name);
  await receiver.close();
});

const soon = { timeout: 12_000, interval: 100 };
const dataOf = (type: string) =>
  receiver.messages(at).flatMap((message) => (message.type === type ? [message.data] : []));
const typesAbout = (slug: string) =>
  receiver
    .messages(at)
    .flatMap(({ type, data }) => (data.slug === slug ? [type] : []))
    .sort();

describe("a link", () => {
  it("gets its first click, and a hundred, in one message each", async () => {
    const { slug } = await api.create({});
    await visit(server, `/${slug}`);
    await expect.poll(() => typesAbout(slug), soon).toEqual(["link.created", "link.first_click"]);
    for (let round = 0; round < 4; round++)
      await Promise.all(Array.from({ length: 30 }, () => visit(server, `/${slug}`)));
    await expect
      .poll(() => typesAbout(slug), soon)
      .toEqual(["link.created", "link.first_click", "link.threshold"]);
    expect(dataOf("link.threshold")).toEqual([
      expect.objectContaining({ slug, threshold: 100, clickCount: expect.any(Number) }),
    ]);
  });

  it("expires soon, and then at once", async () => {
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
    const soonOver = await api.create({ expiresAt: inMs(2 * 86_400_000) });
    const later = await api.create({ expiresAt: inMs(4 * 86_400_000) });
    const over = await api.create({ expiresAt: inMs(4_000) });
    await expect.poll(() => typesAbout(over.slug), soon).toContain("link.expired");
    await expect.poll(() => typesAbout(soonOver.slug), soon).toContain("link.expiring");
    expect(typesAbout(later.slug)).toEqual(["link.created"]);
    expect(dataOf("link.expiring").filter(({ slug }) => slug === soonOver.slug)).toHaveLength(1);
  });

  it("is used up", async () => {
    const { slug } = await api.create({ maxClicks: 2 });
    await visit(server, `/${slug}`);
    await visit(server, `/${slug}`);
    await expect
      .poll(() => typesAbout(slug), soon)
      .toEqual(["link.created", "link.first_click", "link.used_up"]);
  });

  it("is broken once checks a day apart failed, and recovers", async () => {
    const { id, slug } = await api.create({});
    const store = (columns: string) =>
      sql(`UPDATE "LinkPreview" SET "checkedAt" = now(), ${columns} WHERE "linkId" = $1`, [id]);
    await sql(`INSERT INTO "LinkPreview" ("linkId") VALUES ($1) ON CONFLICT DO NOTHING`, [id]);
    await store(`"health" = 'broken', "failingSince" = now(), "brokenSince" = now()`);
    const ago = `now() - interval '25 hours'`;
    const failed = `"health" = 'broken', "failReason" = 'HTTP 404.'`;
    await store(`${failed}, "failingSince" = ${ago}, "brokenSince" = ${ago}`);
    await store(failed);
    await expect.poll(() => typesAbout(slug), soon).toEqual(["link.broken", "link.created"]);
    await store(
      `"health" = 'reachable', "failReason" = NULL, "failingSince" = NULL, "brokenSince" = NULL`,
    );
    await expect.poll(() => typesAbout(slug), soon).toContain("link.recovered");
    const [broken, ...others] = dataOf("link.broken");
    expect([broken, others]).toEqual([
      expect.objectContaining({ slug, reason: "HTTP 404.", brokenSince: expect.any(String) }),
      [],
    ]);
    expect(broken).not.toHaveProperty("destination");
  });

  it("is broken, too, where a rule leads people, unless it has the rule no longer", async () => {
    const url = "https://example.com/de";
    const [kept, gone] = [await api.create({ geo: { DE: url } }), await api.create({})];
    const store = (health: string, brokenSince: string) =>
      sql(
        `INSERT INTO "RuleCheck" ("linkId", "destination", "url", "health", "failReason", "brokenSince", "checkedAt")
         SELECT id, 'DE', $2, $3, 'HTTP 404.', ${brokenSince}, now() FROM unnest($1::int[]) id
         ON CONFLICT ("linkId", "destination") DO UPDATE
         SET "health" = excluded."health", "brokenSince" = excluded."brokenSince", "checkedAt" = excluded."checkedAt"`,
        [[kept.id, gone.id], url, health],
      );
    await store("broken", "now()");
    await store("broken", "now() - interval '25 hours'");
    await store("broken", "now() - interval '26 hours'");
    await store("reachable", "NULL");
    await expect
      .poll(() => typesAbout(kept.slug), soon)
      .toEqual(["link.broken", "link.created", "link.recovered"]);
    expect(typesAbout(gone.slug)).toEqual(["link.created"]);
    expect(dataOf("link.broken").filter(({ slug }) => slug === kept.slug)).toEqual([
      expect.objectContaining({ destination: "DE", reason: "HTTP 404." }),
    ]);
  });

  it("has unusual traffic, as Home shows", async () => {
    const { id, slug } = await api.create({});
    await sql(`UPDATE "Link" SET "createdAt" = now() - interval '60 days' WHERE "id" = $1`, [id]);
    await sql(
      `UPDATE "LinkCounter" SET "clickCount" = 90, "lastClickedAt" = now() WHERE "linkId" = $1`,
      [id],
    );
    await sql(
      `INSERT INTO "LinkDay" VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 90, 40)
       ON CONFLICT ("linkId", "day") DO UPDATE SET "clicks" = 90`,
      [id],
    );
    await expect
      .poll(() => typesAbout(slug), { ...soon, timeout: 45_000 })
      .toContain("traffic.unusual");
    expect(dataOf("traffic.unusual")).toEqual([
      expect.objectContaining({ slug, clicks: 90, usual: 0, day: expect.any(String) }),
    ]);
  });
});

it("an import is one message", async () => {
  const rows = Array.from({ length: 1_500 }, (_, row) => ({ url: `https://example.com/${row}` }));
  const response = await fetch(`${server.url}/api/links/import`, {
    method: "POST",
    headers: { Authorization: `Bearer ${api.token}`, "Content-Type": "application/json" },
    body: JSON.stringify(rows),
  });
  const { importId } = (await response.json()) as { importId: string };
  await expect
    .poll(() => dataOf("import.finished"), soon)
    .toEqual([
      { importId, source: expect.any(String), rows: 1_500, created: 1_500, skipped: 0, refused: 0 },
    ]);
  expect(dataOf("link.created").filter(({ url }) => /\/\d+$/.test(String(url)))).toEqual([]);
});

it("a person is named with email and role, and with nothing secret", async () => {
  await sql(
    `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt")
     VALUES ('p1', '<!channel> Ada', 'ada@example.com', 'editor', now(), now())`,
  );
  await expect
    .poll(() => dataOf("person.added"), soon)
    .toEqual([{ name: "<!channel> Ada", email: "ada@example.com", role: "editor" }]);
});
