// Run: all
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { describe, expect, it } from "vitest";
import type { Link } from "../support/contract";
import { isFullRun } from "../support/run";
import { useSharedService } from "../support/service";
import { browsers, postForm, visit } from "../support/visitor";

const future = "2999-01-01T00:00:00.000Z";
const url = "https://secret.example/place?own=1#end";
const client = { "User-Agent": browsers.windows };

/**
 * Of the rules in docs/behaviour.md, Limits, start dates and passwords, what the table in
 * `both-ways` cannot say.
 */
describe("a link that is not plain", () => {
  const service = useSharedService();
  const open = (slug: string, headers: Record<string, string> = client) =>
    visit(service.server, `/${slug}`, { headers });
  const clicks = async (slug: string) => (await service.api.get(slug)).clickCount;
  const create = (body: Record<string, unknown> = {}) => service.api.create({ url, ...body });

  describe("a maximum of clicks", () => {
    it("redirects the visitor whose click is stored, however slowly", async () => {
      const { sql } = service;
      await sql(
        `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(1.1); RETURN NULL; END'`,
      );
      await sql(
        `CREATE TRIGGER slow AFTER INSERT ON "ClickBatch" FOR EACH STATEMENT EXECUTE FUNCTION slow()`,
      );
      // On a busy machine even this may take longer than the 1.5 s that a visitor waits.
      const opened = async (attempts: number): Promise<string> => {
        const { slug } = await create({ maxClicks: 1 });
        const { status } = await open(slug);
        if (status === 503 && attempts > 1) {
          // By then the transaction is over, and the database no longer counts as unavailable.
          await sleep(1_500);
          expect(await clicks(slug)).toBe(0);
          return opened(attempts - 1);
        }
        expect(status).toBe(302);
        return slug;
      };
      const slug = await opened(5).finally(() => sql(`DROP FUNCTION slow CASCADE`));
      expect([(await open(slug)).status, await clicks(slug)]).toEqual([404, 1]);
    });

    it("counts what came before it, and lets more pass when it is raised", async () => {
      const { slug } = await create();
      await open(slug);
      await service.api.patch(slug, { maxClicks: 1 });
      await expect.poll(async () => (await open(slug)).status).toBe(404);
      await service.api.patch(slug, { maxClicks: 2 });
      await expect.poll(async () => (await open(slug)).status).toBe(302);
      expect((await open(slug)).status).toBe(404);
    });

    it("comes before a start in the order of states", async () => {
      const { slug } = await create({ maxClicks: 1 });
      await open(slug);
      await service.api.patch(slug, { startsAt: future });
      await expect
        .poll(async () => (await service.api.list(`?q=${slug}&state=usedUp`)).total)
        .toBe(1);
      expect(await open(slug)).toMatchObject({ status: 404, headers: { location: "/" } });
    });
  });

  describe("a password", () => {
    it("asks before it shows anything, and counts the click when it redirects", async () => {
      const { slug, id } = await create({
        password: "open sesame",
        title: "Secret title",
        description: "Secret text",
      });
      const form = await open(slug, { ...client, Referer: "https://news.example/today" });
      expect(form).toMatchObject({
        status: 200,
        headers: { "cache-control": "private, no-store" },
      });
      expect(form.body).toContain('type="password"');
      expect(form.body).toContain('name="referrer" value="news.example"');
      expect(form.body).not.toMatch(/secret|og:title/i);
      expect(await clicks(slug)).toBe(0);

      const wrong = await postForm(service.server, `/${slug}`, { password: "sesame" }, client);
      expect(wrong.status).toBe(403);
      expect(JSON.stringify(wrong)).not.toMatch(/secret|set-cookie/i);
      expect(await clicks(slug)).toBe(0);

      const right = await postForm(
        service.server,
        `/${slug}?utm_source=poster`,
        { password: "open sesame", referrer: "news.example" },
        client,
      );
      expect(right).toMatchObject({
        status: 303,
        headers: { location: url, "cache-control": "private, no-store" },
      });
      expect(await clicks(slug)).toBe(1);
      const [click] = (await service.api.stats(slug)).recentClicks;
      expect(click).toMatchObject({ referrer: "news.example", utmSource: "poster" });

      const [cookie = ""] = right.headers["set-cookie"] ?? [];
      expect(cookie).toMatch(
        new RegExp(
          `^slugline\\.entry\\.${id}=[\\w.-]+; Max-Age=43200; Path=/${slug}; HttpOnly; SameSite=Lax$`,
        ),
      );
      const [pair = ""] = cookie.split(";");
      expect((await open(slug, { ...client, Cookie: pair })).status).toBe(302);
      expect((await open(slug, { ...client, Cookie: `${pair}x` })).status).toBe(200);
      expect(await clicks(slug)).toBe(2);

      const other = await create({ password: "open sesame" });
      expect(
        (await open(other.slug, { ...client, Cookie: pair.replace(String(id), String(other.id)) }))
          .status,
      ).toBe(200);

      await service.api.patch(slug, { password: "another" });
      await expect
        .poll(async () => (await open(slug, { ...client, Cookie: pair })).status)
        .toBe(200);
    });

    it("lets a crowd with the right password in at once, also after many wrong guesses", async () => {
      const { slug } = await create({ password: "Grüße an alle" });
      const guess = (password: string) =>
        postForm(service.server, `/${slug}`, { password }, client);
      const crowd = () => Promise.all(Array.from({ length: 60 }, () => guess("Grüße an alle")));
      expect(new Set((await crowd()).map(({ status }) => status))).toEqual(new Set([303]));
      // Without a proxy all visitors of this test come from one address, so these are not limited,
      // but delayed.
      for (let number = 0; number < 21; number++) expect((await guess("no")).status).toBe(403);
      expect(new Set((await crowd()).map(({ status }) => status))).toEqual(new Set([303]));
      expect(await clicks(slug)).toBe(120);
    });

    it.runIf(isFullRun)("lets a crowd behind one address in at once", async () => {
      const { slug } = await create({ password: "one for all" });
      const enter = () =>
        postForm(
          service.server,
          `/${slug}`,
          { password: "one for all" },
          { ...client, "X-Forwarded-For": "198.51.100.60" },
        );
      const answers = await Promise.all(Array.from({ length: 60 }, enter));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    });
  });
});

describe("the API", () => {
  const service = useSharedService();

  it("returns only what is set, or what the request names, and never the password", async () => {
    const plain = await service.api.create({});
    expect(Object.keys(plain)).toHaveLength(13);
    const fields = {
      maxClicks: 5,
      startsAt: "2030-01-01T00:00:00.000Z",
      expiredUrl: "https://over.example/",
      forwardQuery: true,
      forwardUtm: true,
      description: "Text",
      image: "https://example.com/i.png",
    };
    const { slug, ...made } = await service.api.create({ ...fields, password: "open sesame" });
    expect(made).toMatchObject({ ...fields, hasPassword: true });
    const read = await service.api.get(slug);
    expect(read).toMatchObject({ ...fields, hasPassword: true });
    expect(JSON.stringify([made, read])).not.toContain("sesame");
    const [{ passwordHash } = { passwordHash: "" }] = await service.sql<{ passwordHash: string }>(
      `SELECT "passwordHash" FROM "Link" WHERE "slug" = $1`,
      [slug],
    );
    expect(passwordHash).toMatch(/^[0-9a-f]+:[0-9a-f]+$/);
    const cleared = await service.api.patch(slug, {
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
      password: null,
      aliases: null,
    });
    expect(cleared.body).toMatchObject({
      maxClicks: null,
      hasPassword: false,
      forwardQuery: false,
      forwardUtm: false,
      image: null,
      aliases: [],
    });
    expect(Object.keys(await service.api.get(slug))).toHaveLength(13);
  });

  describe("a start that is not before the expiry", () => {
    const [before, after] = ["2999-06-01T00:00:00.000Z", "2999-06-02T00:00:00.000Z"];
    const refused = {
      status: 400,
      body: { code: "validation_failed", errors: [{ path: "startsAt" }] },
    };

    it("is refused in a new link, also in bulk and in an import", async () => {
      for (const dates of [
        { startsAt: after, expiresAt: before },
        { startsAt: before, expiresAt: before },
      ]) {
        const link = { url: "https://example.com/", ...dates };
        expect(await service.api.call("POST", "/api/links", link)).toMatchObject(refused);
        expect(await service.api.call("POST", "/api/links/bulk", { create: [link] })).toMatchObject(
          { body: { results: [{ status: 400 }] } },
        );
        const headers = { Authorization: `Bearer ${service.server.token}` };
        const imported = await fetch(`${service.server.url}/api/links/import`, {
          method: "POST",
          body: JSON.stringify([link]),
          headers,
        });
        expect(await imported.json()).toMatchObject({ created: 0, refused: 1 });
      }
    });

    it("is refused in a change of one of the two, and nothing is changed", async () => {
      const [early, late] = [
        await service.api.create({ expiresAt: before, title: "kept" }),
        await service.api.create({ startsAt: after, title: "kept" }),
      ];
      for (const [{ slug }, change] of [
        [early, { startsAt: after, title: "lost" }],
        [late, { expiresAt: before, title: "lost" }],
      ] as const) {
        expect(await service.api.call("PATCH", `/api/links/${slug}`, change)).toMatchObject(
          refused,
        );
        const bulk = {
          update: [
            { slug, ...change },
            { slug, note: "kept" },
          ],
        };
        expect(await service.api.call("POST", "/api/links/bulk", bulk)).toMatchObject({
          body: { results: [{ status: 400 }, { status: 200 }] },
        });
        expect(await service.api.get(slug)).toMatchObject({ title: "kept" });
        expect(
          await service.api.call("PATCH", `/api/links/${slug}`, {
            startsAt: before,
            expiresAt: after,
          }),
        ).toMatchObject({ status: 200 });
        expect(
          await service.api.call("PATCH", `/api/links/${slug}`, {
            startsAt: after,
            expiresAt: null,
          }),
        ).toMatchObject({ status: 200 });
      }
    });
  });

  it("accepts the highest maximum and the longest image address, and no more", async () => {
    const image = `https://example.com/${"i".repeat(2_048 - 20)}`;
    const { slug } = await service.api.create({ maxClicks: 2_147_483_647, image });
    expect((await visit(service.server, `/${slug}`, { headers: client })).status).toBe(302);
    for (const fields of [{ maxClicks: 2_147_483_648 }, { image: `${image}i` }]) {
      const { status, body } = await service.api.call<{ errors: { path: string }[] }>(
        "PATCH",
        `/api/links/${slug}`,
        fields,
      );
      expect([status, body.errors.map(({ path }) => path)]).toEqual([400, Object.keys(fields)]);
    }
    expect(await service.api.get(slug)).toMatchObject({
      maxClicks: 2_147_483_647,
      image,
      clickCount: 1,
    });
  });

  it.runIf(isFullRun)(
    "changes many at once, and hashes few passwords",
    async () => {
      const create = Array.from({ length: 11 }, (_, number) => ({
        url: "https://example.com/",
        slug: `bulk-${number}`,
        password: "pw",
      }));
      const { body } = await service.api.call<{ results: { status: number; link?: Link }[] }>(
        "POST",
        "/api/links/bulk",
        { create },
      );
      expect(body.results.map(({ status }) => status)).toEqual([
        ...Array.from({ length: 10 }, () => 201),
        400,
      ]);
      expect(body.results[0]?.link).toMatchObject({ hasPassword: true });
      const update = [
        { slug: "bulk-0", password: null, maxClicks: 3 },
        { slug: "bulk-1", startsAt: future, title: "Later" },
      ];
      const changed = await service.api.call<{ results: { link: Link }[] }>(
        "POST",
        "/api/links/bulk",
        { update },
      );
      expect(changed.body.results[0]?.link).toMatchObject({ hasPassword: false, maxClicks: 3 });
      expect(changed.body.results[1]?.link).toMatchObject({
        hasPassword: true,
        startsAt: future,
        title: "Later",
        url: "https://example.com/",
      });
    },
    30_000,
  );

  it("names another version after each of these changes", async () => {
    const { slug } = await service.api.create({});
    const tag = async () =>
      (await service.api.call("GET", `/api/links/${slug}`)).headers.get("etag");
    const seen = [await tag()];
    for (const body of [
      { maxClicks: 4 },
      { password: "a" },
      { password: "b" },
      { description: "Text" },
    ]) {
      await service.api.patch(slug, body);
      seen.push(await tag());
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("exports what it imports, and disables a link without its password, or without clicks left", async () => {
    const { slug } = await service.api.create({
      password: "pw",
      maxClicks: 4,
      startsAt: future,
      forwardQuery: true,
      description: "Text",
    });
    const [begun, over] = [
      await service.api.create({ maxClicks: 3 }),
      await service.api.create({ maxClicks: 1 }),
    ];
    for (const link of [begun, over])
      expect((await visit(service.server, `/${link.slug}`, { headers: client })).status).toBe(302);
    const get = await fetch(`${service.server.url}/api/links/export.csv`, {
      headers: { Authorization: `Bearer ${service.server.token}` },
    });
    const [head, ...rows] = (await get.text()).split("\r\n");
    const moved = [slug, begun.slug, over.slug];
    const file = [
      head,
      ...rows.filter((row) =>
        moved.some((name) => row.startsWith(name) || row.startsWith(`"${name}"`)),
      ),
    ].join("\r\n");
    for (const name of moved) await service.api.remove(name);
    const imported = await fetch(`${service.server.url}/api/links/import`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.server.token}`, "Content-Type": "text/csv" },
      body: file,
    });
    expect((await imported.json()) as object).toMatchObject({ created: 3, disabled: 2 });
    expect(await service.api.get(begun.slug)).toMatchObject({
      enabled: true,
      maxClicks: 2,
      clickCount: 0,
    });
    expect(await service.api.get(over.slug)).toMatchObject({ enabled: false, maxClicks: 1 });
    expect(await service.api.get(slug)).toMatchObject({
      enabled: false,
      maxClicks: 4,
      startsAt: future,
      forwardQuery: true,
      description: "Text",
    });
  });
});

describe("a link with a maximum that somebody has locked", () => {
  const service = useSharedService();

  it("holds up no other one, and its visitors who are refused use up no click", async () => {
    const [locked, other] = [
      await service.api.create({ maxClicks: 5 }),
      await service.api.create({ maxClicks: 5 }),
    ];
    const open = (slug: string) => visit(service.server, `/${slug}`, { headers: client });
    const owner = new pg.Client({ connectionString: service.databaseUrl });
    await owner.connect();
    try {
      await owner.query("BEGIN");
      await owner.query(`SELECT FROM "Link" WHERE "slug" = $1 FOR UPDATE`, [locked.slug]);
      const waiting = Promise.all(Array.from({ length: 5 }, () => open(locked.slug)));
      for (let number = 0; number < 5; number++) expect((await open(other.slug)).status).toBe(302);
      expect((await open(other.slug)).status).toBe(404);
      expect((await waiting).map(({ status }) => status)).toEqual(Array(5).fill(503));
    } finally {
      await owner.end();
    }
    await expect.poll(async () => (await open(locked.slug)).status).toBe(302);
    expect((await service.api.get(locked.slug)).clickCount).toBe(1);
  });
});
