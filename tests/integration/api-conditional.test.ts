// Run: verify
import { describe, expect, it } from "vitest";
import type { Link, Problem } from "../support/contract";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const service = useSharedService();
const etagOf = async (slug: string) =>
  (await service.api.call("GET", `/api/links/${slug}`)).headers.get("etag") ?? "";
const conditional = (
  method: string,
  slug: string,
  header: Record<string, string>,
  body?: unknown,
) => service.api.call<Link & Problem>(method, `/api/links/${slug}`, body, { headers: header });

describe("If-None-Match", () => {
  it("answers 304 without a body until the link or its counters change", async () => {
    const { slug } = await service.api.create({});
    const etag = await etagOf(slug);
    const get = () =>
      fetch(`${service.server.url}/api/links/${slug}`, {
        headers: { Authorization: `Bearer ${service.server.token}`, "If-None-Match": etag },
      });
    const same = await get();
    expect([same.status, same.headers.get("etag"), await same.text()]).toEqual([304, etag, ""]);
    await visit(service.server, `/${slug}`, { headers: { "User-Agent": browsers.windows } });
    expect((await get()).status).toBe(200);
    const clicked = await etagOf(slug);
    await service.api.patch(slug, { title: "Other" });
    expect(new Set([etag, clicked, await etagOf(slug)]).size).toBe(3);
  });

  it("the ETag of a new and of an edited link is that of reading it", async () => {
    const { headers, body } = await service.api.call<Link>("POST", "/api/links", {
      url: "https://example.com/",
    });
    expect(headers.get("etag")).toBe(await etagOf(body.slug));
    const edited = await service.api.patch(body.slug, { title: "New" });
    expect(edited.headers.get("etag")).toBe(await etagOf(body.slug));
  });
});

describe("If-Match", () => {
  it("refuses an edit and a deletion of a link that was edited since, and changes nothing", async () => {
    const { slug } = await service.api.create({});
    const stale = await etagOf(slug);
    await service.api.patch(slug, { title: "Mine" });
    for (const [method, body] of [
      ["PATCH", { title: "Yours" }],
      ["PATCH", {}],
      ["DELETE", undefined],
    ] as const) {
      const { status, body: problem } = await conditional(
        method,
        slug,
        { "If-Match": stale },
        body,
      );
      expect([status, problem.code], method).toEqual([412, "precondition_failed"]);
    }
    expect((await service.api.get(slug)).title).toBe("Mine");
  });

  it("accepts an edit with the current ETag, also after clicks, and then a deletion", async () => {
    const { slug } = await service.api.create({});
    const etag = await etagOf(slug);
    await visit(service.server, `/${slug}`, { headers: { "User-Agent": browsers.windows } });
    const edited = await conditional("PATCH", slug, { "If-Match": etag }, { title: "Mine" });
    expect([edited.status, edited.body.title]).toEqual([200, "Mine"]);
    expect(
      (await conditional("DELETE", slug, { "If-Match": edited.headers.get("etag") ?? "" })).status,
    ).toBe(204);
    expect((await conditional("DELETE", slug, { "If-Match": "*" })).status).toBe(404);
  });

  it("lets a link be renamed with `keepOldSlug` only in the version that was read", async () => {
    const { slug } = await service.api.create({});
    const wanted = `${slug}-new`;
    const rename = async (etag: string) =>
      conditional("PATCH", slug, { "If-Match": etag }, { slug: wanted, keepOldSlug: true });
    const statuses = async () => [
      (await visit(service.server, `/${slug}`)).status,
      (await visit(service.server, `/${wanted}`)).status,
    ];
    const stale = await etagOf(slug);
    await service.api.patch(slug, { title: "Mine" });
    expect((await rename(stale)).status).toBe(412);
    expect(await service.api.get(slug)).not.toHaveProperty("aliases");
    expect(await statuses()).toEqual([302, 404]);
    const renamed = await rename(await etagOf(slug));
    expect([renamed.status, renamed.body.slug, renamed.body.aliases]).toEqual([
      200,
      wanted,
      [slug],
    ]);
    expect(renamed.headers.get("etag")).toBe(await etagOf(wanted));
    expect(await statuses()).toEqual([302, 302]);
  });

  it("lets exactly one of many concurrent edits of the same version succeed", async () => {
    const { slug } = await service.api.create({});
    const etag = await etagOf(slug);
    const edits = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        conditional("PATCH", slug, { "If-Match": etag }, { title: `Edit ${n}` }),
      ),
    );
    expect(edits.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
    expect((await service.api.get(slug)).title).toBe(
      edits.find(({ status }) => status === 200)?.body.title,
    );
  });
});
