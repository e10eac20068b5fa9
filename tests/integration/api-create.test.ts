// Run: verify
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Link, Problem } from "../support/contract";
import { useSharedService } from "../support/service";

const service = useSharedService();
const freshUrl = () => `https://example.com/${randomUUID()}`;
const freshSlug = () => randomUUID().slice(0, 13);
const ask = (body: unknown, query = "?ifExists=return") =>
  service.api.call<Link & Problem>("POST", `/api/links${query}`, body);

describe("POST /api/links?ifExists=return", () => {
  it("creates a link for a new destination, then returns it with 200, unchanged", async () => {
    const url = freshUrl();
    const created = await ask({ url, title: "First" });
    const found = await ask({ url, title: "Second", enabled: false, expiresAt: "2030-01-01" });
    expect([created.status, found.status]).toEqual([201, 200]);
    expect(found.body).toEqual(created.body);
    for (const name of ["location", "etag"])
      expect(found.headers.get(name)).toBe(created.headers.get(name));
  });

  it("matches the destination exactly", async () => {
    const url = freshUrl();
    await ask({ url });
    for (const other of [`${url}?`, `${url}#`, url.toUpperCase().replace("HTTPS", "https")])
      expect((await ask({ url: other })).status, other).toBe(201);
    expect((await ask({ url: ` ${url} ` })).status).toBe(200);
  });

  it("matches the slug too if one is given", async () => {
    const [url, slug, other] = [freshUrl(), freshSlug(), freshSlug()];
    await service.api.create({ url, slug });
    expect((await ask({ url, slug })).status).toBe(200);
    expect([
      (await ask({ url, slug: other })).status,
      (await ask({ url, slug: other })).status,
    ]).toEqual([201, 200]);
    expect((await ask({ url: freshUrl(), slug })).body.code).toBe("slug_taken");
  });

  it("prefers the oldest link that redirects", async () => {
    const url = freshUrl();
    const disabled = await service.api.create({ url, enabled: false });
    expect((await ask({ url })).body.slug).toBe(disabled.slug);
    await service.api.create({ url, expiresAt: "2001-01-01" });
    const live = await service.api.create({ url });
    await service.api.create({ url });
    expect((await ask({ url })).body.slug).toBe(live.slug);
  });

  it("creates one link however many requests arrive at once", async () => {
    const url = freshUrl();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ url })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(1);
  });

  it("finds links with the longest destination", async () => {
    const url = `https://example.com/${randomUUID()}${"a".repeat(8_136)}`;
    expect([(await ask({ url })).status, (await ask({ url })).status]).toEqual([201, 200]);
  });

  it("refuses another value, and without the parameter creates another link", async () => {
    const url = freshUrl();
    expect((await ask({ url }, "?ifExists=update")).status).toBe(400);
    expect([(await ask({ url }, "")).status, (await ask({ url }, "")).status]).toEqual([201, 201]);
  });
});

describe("Accept: text/plain", () => {
  const postText = async (accept: string, body: unknown) => {
    const response = await fetch(`${service.server.url}/api/links`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${service.server.token}`,
        "Content-Type": "application/json",
        Accept: accept,
      },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
    };
  };

  it("answers the short URL and nothing else", async () => {
    const slug = freshSlug();
    const { status, type, text } = await postText("text/plain", {
      url: "https://example.com/",
      slug,
    });
    expect([status, type, text]).toEqual([
      201,
      "text/plain; charset=utf-8",
      (await service.api.get(slug)).shortUrl,
    ]);
  });

  it.each(["*/*", "application/json", "application/json, text/plain, */*", "text/html"])(
    "answers JSON to %s",
    async (accept) => {
      expect((await postText(accept, { url: "https://example.com/" })).type).toBe(
        "application/json",
      );
    },
  );

  it("refuses with a problem body all the same", async () => {
    expect(await postText("text/plain", { url: "nonsense" })).toMatchObject({
      status: 400,
      type: "application/problem+json",
    });
  });
});
