// Run: all
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type EventType, eventTypes } from "@/lib/messages/events";
import type { Receiver } from "@/lib/messages/receivers";
import { Api } from "../support/api";
import type { Link } from "../support/contract";
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
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const dayMs = 86_400_000;

const click = async ({ slug }: Link, times = 1) => {
  for (let sent = 0; sent < times; sent += 30)
    await Promise.all(
      Array.from({ length: Math.min(30, times - sent) }, () => visit(server, `/${slug}`)),
    );
};
/** Stores what checks of the destination found, one after the other. */
const check = async ({ id }: Link, ...found: string[]) => {
  await sql(`INSERT INTO "LinkPreview" ("linkId") VALUES ($1) ON CONFLICT DO NOTHING`, [id]);
  for (const columns of found)
    await sql(`UPDATE "LinkPreview" SET "checkedAt" = now(), ${columns} WHERE "linkId" = $1`, [id]);
};
const ruleUrl = "https://example.com/de";
const checkRule = async ({ id }: Link, ...found: [health: string, brokenSince: string][]) => {
  for (const [health, brokenSince] of found)
    await sql(
      `INSERT INTO "RuleCheck" ("linkId", "destination", "url", "health", "failReason", "brokenSince", "checkedAt")
       VALUES ($1, 'DE', $2, $3, 'HTTP 404.', ${brokenSince}, now())
       ON CONFLICT ("linkId", "destination") DO UPDATE
       SET "health" = excluded."health", "brokenSince" = excluded."brokenSince", "checkedAt" = excluded."checkedAt"`,
      [id, ruleUrl, health],
    );
};
const aDayAgo = `now() - interval '25 hours'`;
const failed = `"health" = 'broken', "failReason" = 'HTTP 404.'`;
const ruleChecks: Parameters<typeof checkRule>[1][] = [
  ["broken", "now()"],
  ["broken", aDayAgo],
  ["broken", `now() - interval '26 hours'`],
  ["reachable", "NULL"],
];

interface Story {
  link: Record<string, unknown>;
  happens?: (link: Link) => Promise<unknown>;
  /** The messages after that of its creation, and what they say, each once. */
  messages: Partial<Record<EventType, Record<string, unknown>>>;
}

/** What happens to a link, and all messages that are about it. */
const stories: Record<string, Story> = {
  "gets its first click": {
    link: {},
    happens: (link) => click(link),
    messages: { "link.first_click": {} },
  },
  "gets a hundred clicks": {
    link: {},
    happens: (link) => click(link, 121),
    messages: {
      "link.first_click": {},
      "link.threshold": { threshold: 100, clickCount: expect.any(Number) },
    },
  },
  "expires soon": { link: { expiresAt: inMs(2 * dayMs) }, messages: { "link.expiring": {} } },
  "expires later": { link: { expiresAt: inMs(4 * dayMs) }, messages: {} },
  "is used up": {
    link: { maxClicks: 2 },
    happens: (link) => click(link, 2),
    messages: { "link.first_click": {}, "link.used_up": {} },
  },
  "is changed, and deleted": {
    link: {},
    happens: async ({ slug }) => {
      await api.patch(slug, { title: "Another", enabled: false });
      await api.remove(slug);
    },
    messages: {
      "link.updated": { title: "Another", changed: ["enabled", "title"] },
      "link.deleted": { title: "Another" },
    },
  },
  "is broken once checks a day apart failed, and recovers": {
    link: {},
    happens: (link) =>
      check(
        link,
        `"health" = 'broken', "failingSince" = now(), "brokenSince" = now()`,
        `${failed}, "failingSince" = ${aDayAgo}, "brokenSince" = ${aDayAgo}`,
        failed,
        `"health" = 'reachable', "failReason" = NULL, "failingSince" = NULL, "brokenSince" = NULL`,
      ),
    messages: {
      "link.broken": { reason: "HTTP 404.", brokenSince: expect.any(String) },
      "link.recovered": {},
    },
  },
  "is broken where a rule leads people, and recovers": {
    link: { geo: { DE: ruleUrl } },
    happens: (link) => checkRule(link, ...ruleChecks),
    messages: {
      "link.broken": { destination: "DE", reason: "HTTP 404." },
      "link.recovered": {},
    },
  },
  "is broken where a rule led people that it has no longer": {
    link: {},
    happens: (link) => checkRule(link, ...ruleChecks),
    messages: {},
  },
  "moves once checks of a day ended at another domain": {
    link: {},
    happens: (link) => {
      const elsewhere = `"health" = 'reachable', "movedTo" = 'new.test', "movedAt" = now()`;
      return check(
        link,
        `"health" = 'reachable', "endHost" = 'example.com'`,
        `${elsewhere}, "movedSince" = now()`,
        `${elsewhere}, "movedSince" = ${aDayAgo}`,
        `${elsewhere}, "movedSince" = ${aDayAgo}`,
      );
    },
    messages: { "link.moved": { from: "example.com", to: "new.test" } },
  },
  "has unusual traffic, as Home shows": {
    link: {},
    happens: async ({ id }) => {
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
    },
    messages: {
      "link.first_click": {},
      "traffic.unusual": { clicks: 90, usual: 0, day: expect.any(String) },
    },
  },
};
/** The others are about no link. Those of backups and digests: `message-queue`. */
const aboutNoLink: EventType[] = [
  "import.finished",
  "person.added",
  "backup.failed",
  "digest.weekly",
  "host.expiring",
];
const slugs: Record<string, string> = {};

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
  for (const [title, { link, happens }] of Object.entries(stories)) {
    const made = await api.create(link);
    slugs[title] = made.slug;
    await happens?.(made);
  }
});
afterAll(async () => {
  await server.stop("SIGKILL");
  await pool.end();
  await dropDatabase(adminUrl, name);
  await receiver.close();
});

const soon = { interval: 100 };
const dataOf = (type: string) =>
  receiver.messages(at).flatMap((message) => (message.type === type ? [message.data] : []));
const about = (slug: string | undefined) =>
  receiver.messages(at).filter(({ data }) => data.slug === slug);
const typesAbout = (slug: string | undefined) =>
  about(slug)
    .map(({ type }) => type)
    .sort();

const typesOf = (messages: Story["messages"]) => ["link.created", ...Object.keys(messages)].sort();

it("each event has a story", () => {
  const told = Object.values(stories).flatMap(({ messages }) => Object.keys(messages));
  expect([...new Set(["link.created", "link.expired", ...told, ...aboutNoLink])].sort()).toEqual(
    [...eventTypes].sort(),
  );
});

describe("a link that", () => {
  it.each(Object.entries(stories))("%s", async (title, { messages }) => {
    await expect.poll(() => typesAbout(slugs[title]), soon).toEqual(typesOf(messages));
    for (const { type, data } of about(slugs[title]))
      expect(data, type).toMatchObject(messages[type as EventType] ?? {});
  });

  it("expires at once", async () => {
    const { slug } = await api.create({ expiresAt: inMs(4_000) });
    await expect.poll(() => typesAbout(slug), soon).toContain("link.expired");
  });

  it("is broken itself says so without the name of a rule", () => {
    const [broken] = about(slugs["is broken once checks a day apart failed, and recovers"]).filter(
      ({ type }) => type === "link.broken",
    );
    expect(broken?.data).not.toHaveProperty("destination");
  });

  it("has got its messages gets them once", () => {
    for (const [title, { messages }] of Object.entries(stories))
      expect([title, typesAbout(slugs[title])]).toEqual([title, typesOf(messages)]);
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
