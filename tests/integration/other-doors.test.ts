// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ShlinkApiClient } from "@shlinkio/shlink-js-sdk";
import { NodeHttpClient } from "@shlinkio/shlink-js-sdk/node";
import { describe, expect, it } from "vitest";
import type { Role } from "@/lib/core/access";
import { makePerson } from "../support/make-person";
import { useService } from "../support/service";
import { visit } from "../support/visitor";

/** Tools made for others, as they are, against a running service. */
const service = useService({
  env: { SHLINK_API: "on", KUTT_API: "on", MCP: "on", RATE_LIMITS: "off" },
});
/** The server looks for new tokens again after a moment. */
const makeKnown = async (role: Role, more = {}) => {
  const made = await makePerson(service, role, more);
  await sleep(900);
  return made;
};
let counter = 0;
const fresh = () => `https://example.com/doors/${Date.now().toString(36)}/${counter++}`;

describe("Shlink's SDK", () => {
  const clientWith = (apiKey: string) =>
    new ShlinkApiClient(new NodeHttpClient(), { baseUrl: service.server.url, apiKey });
  const client = () => clientWith(service.server.token);
  const refusal = (kind: string, more = {}) =>
    expect.objectContaining({ type: `https://shlink.io/api/error/${kind}`, ...more });

  it("makes, finds, changes and deletes a link", async () => {
    const longUrl = fresh();
    const made = await client().createShortUrl({
      longUrl,
      customSlug: "from-shlink",
      title: "Theirs",
      tags: ["spring"],
      validUntil: "2999-01-01T10:00:00+02:00",
      maxVisits: 10,
    });
    expect(made).toMatchObject({
      shortCode: "from-shlink",
      shortUrl: expect.stringMatching(/^http:.*\/from-shlink$/),
      longUrl,
      title: "Theirs",
      tags: ["spring"],
      domain: null,
      meta: { validSince: null, validUntil: "2999-01-01T08:00:00+00:00", maxVisits: 10 },
      visitsSummary: { total: 0, nonBots: 0, bots: 0 },
    });
    expect(made.dateCreated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect(await client().getShortUrl({ shortCode: "from-shlink" })).toEqual(made);
    expect(await client().createShortUrl({ longUrl, findIfExists: true })).toEqual(made);
    await expect(client().createShortUrl({ longUrl, customSlug: "from-shlink" })).rejects.toEqual(
      refusal("non-unique-slug", { status: 400 }),
    );
    const { data, pagination } = await client().listShortUrls({
      searchTerm: "from-shlink",
      tags: ["spring"],
      orderBy: { field: "visits", dir: "DESC" },
    });
    expect(data.map((each: { shortCode: string }) => each.shortCode)).toEqual(["from-shlink"]);
    expect(pagination).toMatchObject({ currentPage: 1, pagesCount: 1, totalItems: 1 });
    const changed = await client().updateShortUrl(
      { shortCode: "from-shlink" },
      { title: null, tags: [], maxVisits: null, validUntil: null },
    );
    expect(changed).toMatchObject({
      title: null,
      tags: [],
      meta: { validUntil: null, maxVisits: null },
    });
    await client().deleteShortUrl({ shortCode: "from-shlink" });
    await expect(client().getShortUrl({ shortCode: "from-shlink" })).rejects.toEqual(
      refusal("short-url-not-found", { status: 404, shortCode: "from-shlink" }),
    );
  });

  it("counts visits, and lists the latest first", async () => {
    const { slug, shortUrl } = await service.api.create({ url: fresh() });
    const from = { headers: { Referer: "https://news.example/a" } };
    await visit(service.server, `/${slug}`, from);
    await visit(service.server, `/${slug}`);
    const { data, pagination } = await client().getShortUrlVisits(
      { shortCode: slug },
      { itemsPerPage: 1, page: 2 },
    );
    expect(pagination).toMatchObject({ currentPage: 2, pagesCount: 2, totalItems: 2 });
    expect(data).toMatchObject([
      { referer: "https://news.example", potentialBot: false, visitedUrl: shortUrl },
    ]);
    const none = await client().getShortUrlVisits({ shortCode: slug }, { endDate: "2020-01-01" });
    expect(none.data).toEqual([]);
    const { nonOrphanVisits } = await client().getVisitsOverview();
    expect(nonOrphanVisits.nonBots).toBeGreaterThanOrEqual(2);
  });

  it("lists, renames and deletes tags", async () => {
    await service.api.create({ url: fresh(), tags: ["theirs", "other"] });
    expect((await client().listTags()).data).toEqual(expect.arrayContaining(["other", "theirs"]));
    await client().editTag({ oldName: "theirs", newName: "ours" });
    await expect(client().editTag({ oldName: "ours", newName: "other" })).rejects.toEqual(
      refusal("tag-conflict", { status: 409 }),
    );
    await client().deleteTags(["ours", "never-there"]);
    const { data } = await client().listTags();
    expect([data.includes("ours"), data.includes("theirs")]).toEqual([false, false]);
  });

  it("may do what the role of its key may", async () => {
    const { token } = await makeKnown("reader");
    await expect(clientWith(token).createShortUrl({ longUrl: fresh() })).rejects.toMatchObject({
      status: 403,
    });
    await expect(clientWith("wrong").listTags()).rejects.toEqual(refusal("invalid-api-key"));
  });
});

describe("Kutt's API, as Postiz asks", () => {
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${service.server.url}/api/v2${path}`, {
      headers: { "X-API-Key": service.server.token, "Content-Type": "application/json" },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json() };
  };

  it("makes a link, and tells its clicks", async () => {
    const target = fresh();
    const made = await ask("/links", { target, domain: "kutt.it", reuse: false });
    expect([made.status, made.body.address]).toEqual([201, target]);
    const slug = made.body.link.split("/").pop();
    await visit(service.server, `/${slug}`);
    const { body } = await ask(`/links/${slug}/stats`);
    expect([body.address, body.lastDay.stats]).toEqual([target, [1]]);
    const { body: list } = await ask("/links?limit=100&skip=0");
    expect(list.data).toContainEqual(
      expect.objectContaining({ link: made.body.link, address: target, visit_count: 1 }),
    );
    expect((await ask("/links/never-there/stats")).status).toBe(404);
    expect((await ask("/users")).status).toBe(404);
  });
});

describe("the official MCP client", () => {
  const connect = async (token: string) => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const url = new URL(`${service.server.url}/api/mcp`);
    const headers = { Authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  };
  const call = async (token: string, name: string, given: Record<string, unknown> = {}) => {
    const client = await connect(token);
    const answer = await client.callTool({ name, arguments: given });
    await client.close();
    const [content] = answer.content as { type: string; text: string; mimeType?: string }[];
    return { isError: answer.isError ?? false, content, text: content?.text ?? "" };
  };

  it("finds links, reads statistics and draws a QR code", async () => {
    const { slug } = await service.api.create({ url: fresh(), title: "For a model" });
    await visit(service.server, `/${slug}`);
    const { token } = await makeKnown("reader");
    const { links } = JSON.parse((await call(token, "listLinks", { q: slug, limit: 5 })).text);
    expect(links).toMatchObject([{ slug, title: "For a model", clickCount: 1 }]);
    const statistics = await call(token, "getLinkStatistics", { slug, days: 7 });
    expect(JSON.parse(statistics.text).range).toMatchObject({ days: 7, clicks: 1 });
    expect((await call(token, "getLinkQrCode", { slug })).text).toContain("<svg");
    const { content } = await call(token, "getLinkQrCode", { slug, format: "png" });
    expect(content).toMatchObject({ type: "image", mimeType: "image/png" });
    const unknown = await call(token, "getLink", { slug: "never-there" });
    expect([unknown.isError, JSON.parse(unknown.text).code]).toEqual([true, "not_found"]);
  });

  it("writes only with a token that was made for it", async () => {
    const url = fresh();
    const given = { body: { url, tags: ["model"] } };
    const writesByMcp = { writesByMcp: true };
    const editor = await makeKnown("editor", writesByMcp);
    const refused = [
      service.server.token,
      (await makeKnown("editor")).token,
      (await makeKnown("reader", writesByMcp)).token,
    ];
    for (const token of refused)
      expect((await call(token, "createLink", given)).isError).toBe(true);
    const { slug } = JSON.parse((await call(editor.token, "createLink", given)).text);
    expect(await service.api.get(slug)).toMatchObject({ url, tags: ["model"] });
    const changed = await call(editor.token, "updateLink", { slug, body: { title: "Renamed" } });
    expect(JSON.parse(changed.text)).toMatchObject({ slug, title: "Renamed" });
  });

  it("reads nothing with a token that is revoked while the body arrives", async () => {
    const { slug } = await service.api.create({ url: fresh() });
    const { token } = await makeKnown("reader");
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "getLink", arguments: { slug } },
    });
    const ask = async (meanwhile: () => Promise<unknown>) => {
      async function* pieces() {
        yield Buffer.from(body.slice(0, 20));
        await meanwhile();
        yield Buffer.from(body.slice(20));
      }
      const response = await fetch(`${service.server.url}/api/mcp`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: "application/json, text/event-stream",
          "Content-Type": "application/json",
        },
        body: pieces() as unknown as BodyInit,
        duplex: "half",
      } as RequestInit);
      return response.text();
    };
    expect(await ask(() => sleep(50))).toContain(`/${slug}`);
    const said = await ask(async () => {
      // It has entered by then.
      await sleep(300);
      await service.sql(
        `UPDATE "ApiToken" SET "revokedAt" = now() WHERE "hash" = sha256($1::text::bytea)`,
        [token],
      );
      await sleep(1_200);
    });
    expect(said).toContain("unauthorized");
    expect(said).not.toContain(`/${slug}`);
  });

  it("answers no array of calls, and names the request in a refusal", async () => {
    const { token } = service.server;
    const called = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "getLink", arguments: { slug: "never-there" } },
    };
    const post = async (body: unknown) => {
      const response = await fetch(`${service.server.url}/api/mcp`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: "application/json, text/event-stream",
          "Content-Type": "application/json",
          "X-Request-Id": "one-request",
        },
        body: JSON.stringify(body),
      });
      return [response.status, await response.text()] as const;
    };
    const [status, text] = await post(called);
    expect([status, text.includes("one-request")]).toEqual([200, true]);
    expect((await post([called, called]))[0]).toBe(400);
  });

  it("is refused without a token", async () => {
    await expect(connect("wrong")).rejects.toThrow();
  });
});
