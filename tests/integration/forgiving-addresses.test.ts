// Run: all
import { describe, expect, it } from "vitest";
import type { Problem } from "../support/contract";
import { untilDrained } from "../support/server";
import { useService, useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const unique = () => `f${Math.random().toString(36).slice(2, 9)}`;
const url = "https://example.com/";
const pasted = [
  ".",
  ",",
  ")",
  "%20",
  ";",
  ":",
  "!",
  "'",
  "%22",
  ">",
  "%3E",
  "]",
  "}",
  "%C2%BB",
  "%E2%80%9D",
  ").",
  ",%20%20",
  ".)%20!",
];

/** Next alone answers alike: `both-ways`. */
describe("with IGNORE_CASE=true", () => {
  const service = useService({ env: { IGNORE_CASE: "true", NOT_FOUND_LIMIT: "5" } });
  const go = (path: string, headers: Record<string, string> = {}) =>
    visit(service.server, `/${path}`, { headers });
  const insert = (slug: string, to = url) =>
    service.sql(
      `WITH made AS (INSERT INTO "Link" ("slug", "url", "createdAt", "updatedAt") VALUES ($1, $2, now(), now()) RETURNING "id")
       INSERT INTO "LinkCounter" ("linkId") SELECT "id" FROM made`,
      [slug, to],
    );

  it("a visit finds the one link whose slug or alias differs by case, and counts for it", async () => {
    const [slug, alias] = [`${unique()}-Spring`, `${unique()}-Sale`];
    await service.api.create({ slug, aliases: [alias] });
    for (const name of [slug.toUpperCase(), slug.toLowerCase(), alias.toUpperCase()]) {
      expect([(await go(name)).status, (await go(name)).headers.location]).toEqual([302, url]);
    }
    // The first clicks of a way may go to the journal, while its first connection is opened.
    await untilDrained(service.server);
    expect(await service.api.get(slug)).toMatchObject({ clickCount: 6 });
    const { aliases } = (
      await service.api.call<{ aliases: { clickCount: number }[] }>(
        "GET",
        `/api/links/${slug}/aliases`,
      )
    ).body;
    expect(aliases.map(({ clickCount }) => clickCount)).toEqual([2]);
  });

  it("follows every change of the link at once", async () => {
    const slug = `${unique()}-x`;
    const upper = slug.toUpperCase();
    expect((await go(upper)).status).toBe(404);
    await service.api.create({ slug });
    expect((await go(upper)).status).toBe(302);
    await service.api.patch(slug, { url: "https://example.com/two" });
    expect((await go(upper)).headers.location).toBe("https://example.com/two");
    await service.api.patch(slug, { enabled: false });
    expect((await go(upper)).status).toBe(404);
    await service.api.patch(slug, { enabled: true, slug: `${slug}-renamed` });
    expect([(await go(upper)).status, (await go(`${upper}-RENAMED`)).status]).toEqual([404, 302]);
    await service.api.remove(`${slug}-renamed`);
    expect((await go(`${upper}-RENAMED`)).status).toBe(404);
  });

  it("existing links that differ by case keep working exactly; any other spelling finds none of them", async () => {
    const slug = `${unique()}-pair`;
    const [one, two, three] = [slug, slug.toUpperCase(), slug.replace("pair", "PAIR")];
    await insert(one, "https://example.com/one");
    await insert(two, "https://example.com/two");
    expect([(await go(one)).headers.location, (await go(two)).headers.location]).toEqual([
      "https://example.com/one",
      "https://example.com/two",
    ]);
    expect((await go(three)).status).toBe(404);
    await service.api.remove(two);
    expect((await go(three)).headers.location).toBe("https://example.com/one");
    // A disabled link with exactly this slug comes first.
    await insert(three);
    await service.api.patch(three, { enabled: false });
    expect((await go(three)).status).toBe(404);
  });

  it("new slugs, aliases and names differ by more than case", async () => {
    const [slug, alias] = [`${unique()}-own`, `${unique()}-alias`];
    await service.api.create({ slug, aliases: [alias] });
    const other = (await service.api.create({})).slug;
    const codeOf = async (method: string, path: string, body: unknown) =>
      (await service.api.call<Problem>(method, path, body)).body.code;
    for (const taken of [slug.toUpperCase(), alias.toUpperCase()]) {
      expect(await codeOf("POST", "/api/links", { url, slug: taken })).toBe("slug_taken");
      expect(await codeOf("POST", "/api/links", { url, aliases: [taken] })).toBe("slug_taken");
      expect(await codeOf("PATCH", `/api/links/${other}`, { slug: taken })).toBe("slug_taken");
      expect(await codeOf("PATCH", `/api/links/${other}`, { aliases: [taken] })).toBe("slug_taken");
      const { body } = await service.api.call<{ results: { status: number }[] }>(
        "POST",
        "/api/links/bulk",
        {
          create: [{ url, slug: taken }, { url }],
        },
      );
      expect(body.results.map(({ status }) => status)).toEqual([409, 201]);
    }
    // Its own slug in other letters is no other link's.
    expect((await service.api.patch(slug, { slug: slug.toUpperCase() })).status).toBe(200);
    const name = `${unique()}-race`;
    const answers = await Promise.all(
      [name, name.toUpperCase(), name].map((each) =>
        service.api.call("POST", "/api/links", { url, slug: each }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it("the 404 page names no link that exists, and `/dashboard` leads where it did", async () => {
    const slug = `${unique()}-Hidden`;
    await service.api.create({ slug });
    const { status, body } = await go(`${slug}x`, { "User-Agent": browsers.windows });
    expect([status, body.includes(`${slug}"`), body.includes("example.com/")]).toEqual([
      404,
      false,
      false,
    ]);
    await service.api.create({ slug: "DashBoard" });
    expect((await go("dashboard")).headers.location).toBe("/dashboard/overview");
    await service.api.remove("DashBoard");
  });

  it("unknown slugs stay limited, however they are written", async () => {
    const slug = `${unique()}-x`;
    await service.api.create({ slug });
    const headers = { "X-Forwarded-For": "203.0.113.77" };
    const statuses: number[] = [];
    for (let round = 0; round < 8; round++)
      statuses.push(
        (await visit(service.server, `/${unique()}${pasted[round]}`, { headers })).status,
      );
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
    expect((await visit(service.server, `/${slug.toUpperCase()}`, { headers })).status).toBe(302);
  });
});

describe("with the switch of the dashboard", () => {
  const service = useSharedService();

  it("acts without a restart, in both directions, for visits and new slugs", async () => {
    const slug = `${unique()}-x`;
    await service.api.create({ slug });
    const spelled = () => visit(service.server, `/${slug.toUpperCase()}.`);
    expect((await spelled()).status).toBe(404);
    await service.sql(`INSERT INTO "SiteSetting" ("name", "value") VALUES ('IGNORE_CASE', 'true')`);
    await expect.poll(async () => (await spelled()).status).toBe(302);
    const page = await visit(service.server, `/${unique()}`);
    expect([page.status, page.body.includes("Upper and lower case matter")]).toEqual([404, false]);
    const create = async () =>
      (await service.api.call("POST", "/api/links", { url, slug: slug.toUpperCase() })).status;
    await expect.poll(create).toBe(409);
    await service.sql(`DELETE FROM "SiteSetting"`);
    await expect.poll(async () => (await spelled()).status).toBe(404);
    await expect.poll(create).toBe(201);
  });
});

describe("by default", () => {
  const service = useSharedService();

  it("case counts, and so does every character", async () => {
    const slug = `${unique()}-a`;
    await service.api.create({ slug });
    await service.api.create({ slug: slug.toUpperCase(), url: "https://example.com/other" });
    expect((await visit(service.server, `/${slug.toUpperCase()}`)).headers.location).toBe(
      "https://example.com/other",
    );
    expect((await visit(service.server, `/${slug.replace("-a", "-A")}`)).status).toBe(404);
    for (const tail of pasted)
      expect([tail, (await visit(service.server, `/${slug}${tail}`)).status]).toEqual([tail, 404]);
  });
});
