// Run: all
import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Delivery } from "@/lib/messages/deliveries";
import type { Receiver } from "@/lib/messages/receivers";
import { Api } from "../support/api";
import type { Problem } from "../support/contract";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "../support/databases";
import { makeApiToken } from "../support/make-api-token";
import { startReceiver, type TestReceiver } from "../support/receiver";
import { isFullRun } from "../support/run";
import { startServer, type TestServer } from "../support/server";
import { postForm, visit } from "../support/visitor";

const { adminUrl, template } = inject("postgres");
const servers: TestServer[] = [];
let receiver: TestReceiver;
let api: Api;
let name: string;
let pool: ReturnType<typeof openPool>;
const sql = async <R extends Record<string, unknown>>(text: string, values?: unknown[]) =>
  (await pool.query(text, values)).rows as R[];

/** Two instances, so that every message here could be sent twice. */
beforeAll(async () => {
  receiver = await startReceiver();
  name = await createDatabase(adminUrl, template);
  const url = databaseUrl(adminUrl, name);
  pool = openPool(url, 2);
  for (let count = 0; count < 2; count++)
    servers.push(
      await startServer(url, {
        env: {
          RATE_LIMITS: "off",
          BASE_URL: "http://go.example.test",
          MESSAGE_ALLOW_HOSTS: receiver.host,
        },
      }),
    );
  api = new Api(servers[0] as TestServer);
});
afterAll(async () => {
  for (const server of servers) await server.stop("SIGKILL");
  await pool.end();
  await dropDatabase(adminUrl, name);
  await receiver.close();
});

let next = 0;
const path = () => `/hook-${++next}`;
const wanted = (at: string, events = ["link.created"]) => ({
  name: "Test",
  kind: "webhook",
  url: receiver.url + at,
  events,
});
const subscribe = async (at: string, events?: string[]) => {
  const { status, body } = await api.call<Receiver & { secret: string }>(
    "POST",
    "/api/webhooks",
    wanted(at, events),
  );
  expect(status).toBe(201);
  return body;
};
const importing = async (query: string, rows: object[]) => {
  const headers = { Authorization: `Bearer ${api.token}`, "Content-Type": "application/json" };
  const response = await fetch(`${servers[0]?.url}/api/links/import${query}`, {
    method: "POST",
    headers,
    body: JSON.stringify(rows),
  });
  return (await response.json()) as { importId: string; created: number };
};
const receivedAt = (at: string) => receiver.received.filter((each) => each.path === at);
const logOf = async (id: string) =>
  (await api.call<{ deliveries: Delivery[] }>("GET", `/api/webhooks/${id}/deliveries`)).body
    .deliveries;
const soon = { interval: 100 };

describe("/api/webhooks", () => {
  it("creates, returns the secret once, lists, changes and deletes", async () => {
    const at = path();
    const created = await api.call<Receiver & { secret: string }>("POST", "/api/webhooks", {
      ...wanted(at),
      name: " Two  words ",
    });
    expect([created.status, created.headers.get("location")]).toEqual([
      201,
      `/api/webhooks/${created.body.id}`,
    ]);
    const { secret, ...rest } = created.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toMatchObject({
      name: "Two words",
      enabled: true,
      kind: "webhook",
      failingSince: null,
      lastResult: null,
    });
    const own = `/api/webhooks/${rest.id}`;
    expect((await api.call("GET", own)).body).toEqual(rest);
    expect(
      (await api.call<{ webhooks: Receiver[] }>("GET", "/api/webhooks")).body.webhooks,
    ).toContainEqual(rest);
    const changed = await api.call<Receiver>("PATCH", own, {
      enabled: false,
      events: ["link.deleted", "link.deleted"],
    });
    expect(changed.body).toMatchObject({
      enabled: false,
      events: ["link.deleted"],
      name: "Two words",
    });
    expect((await api.call("DELETE", own)).status).toBe(204);
    expect((await api.call("GET", own)).status).toBe(404);
  });

  it("names every problem at once", async () => {
    const { status, body } = await api.call<Problem>("POST", "/api/webhooks", {
      name: " ",
      kind: "pigeon",
      url: "ftp://x",
      events: ["link.eaten"],
    });
    expect([status, body.errors.map(({ path: field }) => field).sort()]).toEqual([
      400,
      ["events.0", "kind", "name", "url"],
    ]);
    expect((await api.call("POST", "/api/webhooks", { ...wanted("/"), events: [] })).status).toBe(
      400,
    );
  });

  it.each([
    "http://127.0.0.1:9/",
    "http://localhost/",
    "http://localhost.:80/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://intranet/",
    "http://93.184.216.34:22/",
    "https://user:secret@example.com/",
  ])("refuses %s", async (url) => {
    const { status, body } = await api.call<Problem>("POST", "/api/webhooks", {
      ...wanted("/"),
      url,
    });
    expect([status, body.errors.map(({ path: field }) => field)]).toEqual([400, ["url"]]);
    const { id } = await subscribe(path());
    expect((await api.call("PATCH", `/api/webhooks/${id}`, { url })).status).toBe(400);
    // One that was stored anyway, as by a name whose address changed, is refused when a message is
    // sent.
    await sql(`UPDATE "Receiver" SET "url" = $2 WHERE "id" = $1`, [id, url]);
    const test = await api.call<Delivery>("POST", `/api/webhooks/${id}/test`);
    expect(test.body).toMatchObject({ state: "failed", status: null, response: null });
    await api.call("DELETE", `/api/webhooks/${id}`);
  });
});

describe("a message", () => {
  it("leaves within 10 s of its event, once, signed, with what the event was about", async () => {
    const at = path();
    const { id, secret } = await subscribe(at, ["link.created", "link.updated", "link.deleted"]);
    const {
      slug,
      id: linkId,
      shortUrl,
    } = await api.create({ title: "A <title>", note: "private", password: "secret" });
    await expect.poll(() => receivedAt(at).length, soon).toBe(1);
    await api.patch(slug, { title: "Another", enabled: false });
    await expect.poll(() => receivedAt(at).length, soon).toBe(2);
    await api.patch(slug, { title: "Third" });
    await api.remove(slug);
    await expect.poll(() => receivedAt(at).length, soon).toBe(3);
    await sleep(1_500);
    const got = receivedAt(at);
    const webhook = new Webhook(secret);
    for (const { headers, body } of got)
      expect(webhook.verify(body, headers)).toEqual(JSON.parse(body));
    expect(() =>
      new Webhook(`whsec_${Buffer.alloc(32).toString("base64")}`).verify(
        got[0]?.body ?? "",
        got[0]?.headers ?? {},
      ),
    ).toThrow();
    expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
    const [created, updated, deleted] = receiver.messages(at);
    expect(created).toEqual({
      type: "link.created",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        ...{
          id: linkId,
          slug,
          shortUrl,
          url: "https://example.com/",
          title: "A <title>",
          enabled: true,
        },
        ...{
          startsAt: null,
          expiresAt: null,
          maxClicks: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
        dashboardUrl: expect.stringContaining(`/dashboard/links/${slug}`),
      },
    });
    expect(updated).toMatchObject({
      type: "link.updated",
      data: { id: linkId, title: "Another", enabled: false, changed: ["enabled", "title"] },
    });
    expect(deleted).toMatchObject({
      type: "link.deleted",
      data: { id: linkId, slug, title: "Third" },
    });
    expect(JSON.stringify(got)).not.toMatch(/private|passwordHash|scrypt/);
    expect(
      (await logOf(id)).map(({ type, state, status, attempts }) => [type, state, status, attempts]),
    ).toEqual([
      ["link.deleted", "sent", 204, 1],
      ["link.updated", "sent", 204, 1],
      ["link.created", "sent", 204, 1],
    ]);
    expect((await api.call<Receiver>("GET", `/api/webhooks/${id}`)).body.lastResult).toMatchObject({
      state: "sent",
      status: 204,
    });
  });

  it("is not written where nobody asked for it", async () => {
    await sql(`DELETE FROM "Receiver"`);
    const before = await sql(`SELECT last_value::text FROM "Delivery_id_seq"`);
    const { slug } = await api.create({});
    await api.patch(slug, { title: "x" });
    await subscribe(path(), ["link.deleted"]);
    await api.create({});
    const { id } = await subscribe(path(), ["link.created"]);
    await api.call("PATCH", `/api/webhooks/${id}`, { enabled: false });
    await api.create({});
    expect(await sql(`SELECT last_value::text FROM "Delivery_id_seq"`)).toEqual(before);
  });

  it("tells of every row of a bulk request, of no row of an import and not of its undo", async () => {
    const at = path();
    await subscribe(at, ["link.created", "link.deleted"]);
    const rows = Array.from({ length: 300 }, (_, index) => ({
      url: `https://example.com/${index}`,
    }));
    await api.call("POST", "/api/links/bulk", { create: rows });
    const { created, importId } = await importing("", rows);
    expect(created).toBe(300);
    await importing(`?undo=${importId}`, []);
    // The time in which one message leaves says nothing of 300.
    await expect.poll(() => receivedAt(at).length).toBe(300);
    await sleep(1_500);
    expect(new Set(receiver.messages(at).map(({ data }) => data.url)).size).toBe(300);
    expect(receivedAt(at)).toHaveLength(300);
  });

  it.runIf(isFullRun)("is tried again after 5 s, with the same id and body", async () => {
    const at = path();
    const { id } = await subscribe(at);
    receiver.answers.set(at, (response) => response.writeHead(500).end("<b>broken</b>\0"));
    await api.create({});
    await expect.poll(() => receivedAt(at).length, soon).toBe(1);
    await expect
      .poll(async () => (await logOf(id))[0], soon)
      .toMatchObject({
        state: "waiting",
        status: 500,
        attempts: 1,
        response: "<b>broken</b>",
        error: "HTTP 500.",
      });
    receiver.answers.delete(at);
    await expect.poll(() => receivedAt(at).length, soon).toBe(2);
    const [first, second] = receivedAt(at);
    expect([second?.headers["webhook-id"], second?.body]).toEqual([
      first?.headers["webhook-id"],
      first?.body,
    ]);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(4_900);
    await expect
      .poll(async () => (await logOf(id))[0], soon)
      .toMatchObject({ state: "sent", attempts: 2, error: null });
  });

  it("is not sent where a redirect leads, and switches the receiver off with 410", async () => {
    const [at, target] = [path(), path()];
    const { id } = await subscribe(at);
    receiver.answers.set(at, (response) =>
      response.writeHead(307, { Location: receiver.url + target }).end(),
    );
    const test = await api.call<Delivery>("POST", `/api/webhooks/${id}/test`);
    expect(test.body).toMatchObject({
      state: "failed",
      status: 307,
      error: "HTTP 307: redirects are not followed.",
    });
    expect(receivedAt(target)).toEqual([]);
    receiver.answers.set(at, (response) => response.writeHead(410).end());
    await api.create({});
    await expect
      .poll(async () => (await api.call<Receiver>("GET", `/api/webhooks/${id}`)).body, soon)
      .toMatchObject({ enabled: false, offReason: "gone" });
    await api.create({});
    await sleep(1_500);
    expect(receivedAt(at)).toHaveLength(2);
    receiver.answers.delete(at);
    expect(
      (await api.call<Receiver>("PATCH", `/api/webhooks/${id}`, { enabled: true })).body,
    ).toMatchObject({ enabled: true, offReason: null });
  });
});

it("a receiver is switched off with the person who made it", async () => {
  await sql(
    `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt") VALUES ('p1', 'P', 'p@example.com', 'owner', now(), now())`,
  );
  const { id, token } = await makeApiToken({ sql });
  await sql(`UPDATE "ApiToken" SET "ownerId" = 'p1' WHERE "id" = $1`, [id]);
  await sleep(900);
  const changed = await api.call<Receiver>("POST", "/api/webhooks", wanted(path()));
  const own = `/api/webhooks/${changed.body.id}`;
  await api.call("PATCH", own, { url: receiver.url + path() }, { token });
  const made = await api.call<Receiver>("POST", "/api/webhooks", wanted(path()), { token });
  const again = await api.call<Receiver>("POST", "/api/webhooks", wanted(path()), { token });
  const state = async (receiverId: string) =>
    (await api.call<Receiver>("GET", `/api/webhooks/${receiverId}`)).body;
  await sql(`UPDATE "Owner" SET "role" = 'editor' WHERE "id" = 'p1'`);
  // Whoever changed its address answers for where the messages go.
  expect(await state(changed.body.id)).toMatchObject({ enabled: false, offReason: "person" });
  expect(await state(made.body.id)).toMatchObject({ enabled: false, offReason: "person" });
  await api.call("PATCH", `/api/webhooks/${again.body.id}`, { enabled: true });
  await sql(`UPDATE "Receiver" SET "enabled" = true, "offReason" = NULL WHERE "id" = $1`, [
    made.body.id,
  ]);
  await sql(`DELETE FROM "Owner" WHERE "id" = 'p1'`);
  expect(await state(made.body.id)).toMatchObject({ enabled: false, offReason: "person" });
  // Whoever switched it on again, which was nobody's token here, answers for it.
  expect(await state(again.body.id)).toMatchObject({ enabled: true, offReason: null });
});

it("a mailbox ends the emails of a receiver with one press of its button", async () => {
  const { body } = await api.call<Receiver>("POST", "/api/webhooks", wanted(path()));
  const [server] = servers as [TestServer];
  const host = { Host: "go.example.test" };
  const [secret] = await sql<{ value: Buffer }>(
    `INSERT INTO "ServerSecret" ("name", "value") VALUES ('sessions', $1)
     ON CONFLICT ("name") DO UPDATE SET "value" = "ServerSecret"."value" RETURNING "value"`,
    [randomBytes(32)],
  );
  const hmac = (key: string | Buffer, text: string) =>
    createHmac("sha256", key).update(text).digest("base64url");
  const proof = hmac(hmac(secret?.value ?? "", server.token), `unsubscribe ${body.id}`);
  const page = `/dashboard/unsubscribe/${body.id}.${proof}`;
  const press = (target: string) =>
    postForm(server, `${target}/one-click`, { "List-Unsubscribe": "One-Click" }, host);
  expect((await press(`${page}x`)).status).toBe(404);
  const opened = await visit(server, `${page}/one-click`, { headers: host });
  expect([opened.status, opened.headers.location]).toEqual([307, page]);
  const state = () => api.call<Receiver>("GET", `/api/webhooks/${body.id}`);
  expect((await state()).body.enabled).toBe(true);
  expect([(await press(page)).status, (await press(page)).status]).toEqual([200, 200]);
  expect((await state()).body).toMatchObject({ enabled: false, offReason: "unsubscribed" });
});
