// Run: verify
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Api } from "../support/api";
import type { Link, Problem } from "../support/contract";
import { startServer } from "../support/server";
import { useSharedService } from "../support/service";

const service = useSharedService();
const post = (key: string, body: unknown, path = "/api/links", api = service.api) =>
  api.call<Link & Problem>("POST", path, body, { headers: { "Idempotency-Key": key } });
const linksTo = async (url: string) =>
  (await service.sql(`SELECT 1 FROM "Link" WHERE "url" = $1`, [url])).length;
const freshUrl = () => `https://example.com/${randomUUID()}`;

describe("Idempotency-Key", () => {
  it("gives a repeated request the answer of the first, and creates one link", async () => {
    const [key, url] = [randomUUID(), freshUrl()];
    const first = await post(key, { url });
    const again = await post(key, { url });
    expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([201, null]);
    expect([again.status, again.headers.get("idempotency-replayed"), again.body]).toEqual([
      201,
      "true",
      first.body,
    ]);
    for (const name of ["location", "etag", "content-type"])
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    expect(await linksTo(url)).toBe(1);
  });

  it("repeats the answer even if the link was deleted since", async () => {
    const [key, url] = [randomUUID(), freshUrl()];
    const { body } = await post(key, { url });
    await service.api.remove(body.slug);
    expect((await post(key, { url })).body).toEqual(body);
    expect(await linksTo(url)).toBe(0);
  });

  it("gives a repeated request its aliases again, which are not taken then", async () => {
    const [key, url, alias] = [randomUUID(), freshUrl(), `t${Date.now().toString(36)}-alias`];
    const first = await post(key, { url, aliases: [alias] });
    const again = await post(key, { url, aliases: [alias] });
    expect([again.status, again.headers.get("idempotency-replayed"), again.body]).toEqual([
      201,
      "true",
      first.body,
    ]);
    expect(again.body.aliases).toEqual([alias]);
    const other = await post(key, { url, aliases: [] });
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    expect(await linksTo(url)).toBe(1);
  });

  it("refuses the key with another query", async () => {
    const [key, url] = [randomUUID(), freshUrl()];
    await post(key, { url });
    const refused = await post(key, { url }, "/api/links?ifExists=return");
    expect([refused.status, refused.body.code]).toEqual([422, "idempotency_key_reused"]);
  });

  it("creates one link however many requests arrive at once, on two instances", async () => {
    const second = await startServer(service.databaseUrl);
    try {
      const [key, url] = [randomUUID(), freshUrl()];
      const apis = [service.api, new Api(second)];
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => post(key, { url }, "/api/links", apis[n % 2])),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
      expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(1);
      expect(
        answers.filter(({ headers }) => headers.get("idempotency-replayed") === null),
      ).toHaveLength(1);
      expect(await linksTo(url)).toBe(1);
      // Another process knows the key too, so a restart does not lose it.
      expect(
        (await post(key, { url }, "/api/links", new Api(second))).headers.get(
          "idempotency-replayed",
        ),
      ).toBe("true");
    } finally {
      await second.stop();
    }
  });

  it("control: without a key every request creates a link", async () => {
    const url = freshUrl();
    await Promise.all([1, 2, 3].map(() => service.api.create({ url })));
    expect(await linksTo(url)).toBe(3);
  });

  it("stores no refusal: the request can be corrected or repeated under its key", async () => {
    const [key, url, slug] = [randomUUID(), freshUrl(), `t${Date.now().toString(36)}`];
    expect((await post(key, { url: "nonsense" })).status).toBe(400);
    await service.api.create({ slug });
    expect((await post(key, { url, slug })).status).toBe(409);
    await service.api.remove(slug);
    expect((await post(key, { url, slug })).status).toBe(201);
  });

  it("belongs to one token", async () => {
    const token = `slg_${randomBytes(32).toString("base64url")}`;
    await service.sql(
      `INSERT INTO "ApiToken" ("id", "name", "hash", "prefix", "lastFour", "canWrite", "createdAt") VALUES ($1, 'test', $2, '', '', true, now())`,
      [randomUUID(), createHash("sha256").update(token).digest()],
    );
    const [key, url] = [randomUUID(), freshUrl()];
    await post(key, { url });
    // Tokens made past the server are seen after the life of its list.
    await expect
      .poll(async () => (await service.api.call("GET", "/api/stats", undefined, { token })).status)
      .toBe(200);
    const other = await service.api.call<Link>(
      "POST",
      "/api/links",
      { url },
      { token, headers: { "Idempotency-Key": key } },
    );
    expect([other.status, other.headers.get("idempotency-replayed")]).toEqual([201, null]);
    expect(await linksTo(url)).toBe(2);
  });

  it("ends after 24 hours", async () => {
    const [key, url] = [randomUUID(), freshUrl()];
    await post(key, { url });
    const age = (interval: string) =>
      service.sql(
        `UPDATE "IdempotencyKey" SET "createdAt" = now() - $1::interval WHERE "key" = $2`,
        [interval, key],
      );
    await age("23 hours 59 minutes");
    expect((await post(key, { url })).headers.get("idempotency-replayed")).toBe("true");
    await age("24 hours 1 minute");
    expect((await post(key, { url })).headers.get("idempotency-replayed")).toBeNull();
    expect(await linksTo(url)).toBe(2);
  });

  it.each(["", "a".repeat(256), "ké"])("refuses the key %j", async (key) => {
    const { status, body } = await post(key, { url: "https://example.com/" });
    expect([status, body.errors[0]?.path]).toEqual([400, "Idempotency-Key"]);
  });
});
