// Run: all
import { describe, expect, it } from "vitest";
import { useService, useSharedService } from "../support/service";
import { browsers, postForm, visit } from "../support/visitor";

const unique = () => `v${Math.random().toString(36).slice(2, 9)}`;
const url = "https://secret.example/place";
const person = { "User-Agent": browsers.windows };
const german = { ...person, "Accept-Language": "de-CH,de;q=0.9" };
const future = "2999-01-01T00:00:00.000Z";

/**
 * Where the settings of the public pages, aliases and the fields that few links have meet. Next
 * alone answers alike: `both-ways`.
 */
describe("with the environment", () => {
  const service = useService({
    env: {
      NOT_FOUND_URL: "https://example.com/find?q={slug}",
      EXPIRED_URL: "https://example.com/news",
      SITE_NAME: "Acme",
      ACCENT_COLOR: "#ffcc00",
      PUBLIC_LANGUAGES: "true",
      DESTINATION_SCHEMES: "mailto",
      IGNORE_CASE: "true",
      PREVIEW_PAGES: "true",
    },
  });
  const open = (path: string, headers: Record<string, string> = person) =>
    visit(service.server, `/${path}`, { headers });
  const create = (body: Record<string, unknown> = {}) => service.api.create({ url, ...body });
  const named = () => `${unique()}-x`;

  it("a link that has not started redirects like an unknown one", async () => {
    const { slug } = await create({ startsAt: future });
    for (const path of [slug, "no-such-link"]) {
      expect(await open(path)).toMatchObject({
        status: 302,
        headers: { location: `https://example.com/find?q=${path}` },
      });
    }
  });

  it("the address of a link for its end comes before that of the service", async () => {
    const [own, other] = [
      await create({ maxClicks: 1, expiredUrl: "mailto:mara@example.com" }),
      await create({ maxClicks: 1 }),
    ];
    await Promise.all([open(own.slug), open(other.slug)]);
    expect(await open(own.slug)).toMatchObject({
      status: 302,
      headers: { location: "mailto:mara@example.com" },
    });
    expect(await open(other.slug)).toMatchObject({
      status: 404,
      headers: { location: "/", refresh: "0; url=https://example.com/news" },
    });
  });

  it("an alias asks for the password, in the visitor's language, and lets in", async () => {
    const alias = named();
    const { slug } = await create({ password: "open sesame", aliases: [alias] });
    const form = await open(alias, german);
    expect(form).toMatchObject({
      status: 200,
      headers: { vary: expect.stringContaining("Accept-Language") },
    });
    expect(form.body).toMatch(/<html lang="de">[\s\S]*Dieser Link ist geschützt · Acme/);
    expect(form.body).not.toContain("secret");
    expect(form.body).not.toContain(slug);
    const right = await postForm(service.server, `/${alias}`, { password: "open sesame" }, german);
    expect(right).toMatchObject({ status: 303, headers: { location: url } });
    const [cookie = ""] = right.headers["set-cookie"] ?? [];
    expect(cookie).toContain(`Path=/${alias};`);
    const [pair = ""] = cookie.split(";");
    expect((await open(alias, { ...person, Cookie: pair })).status).toBe(302);
    const wrong = await postForm(service.server, `/${alias}`, { password: "sesame" }, german);
    expect([wrong.status, wrong.body.includes("Falsches Passwort")]).toEqual([403, true]);
  });

  it("clicks by an alias count against the maximum, and for the alias", async () => {
    const alias = named();
    const { slug } = await create({ maxClicks: 2, aliases: [alias] });
    expect([(await open(alias)).status, (await open(slug)).status]).toEqual([302, 302]);
    expect([(await open(alias)).status, (await open(slug)).status]).toEqual([404, 404]);
    expect((await service.api.get(slug)).clickCount).toBe(2);
    const { body } = await service.api.call("GET", `/api/links/${slug}/aliases`);
    expect(body).toMatchObject({ aliases: [{ slug: alias, clickCount: 1 }] });
  });

  it("letter case and punctuation are forgiven for links that are not plain, and for preview pages", async () => {
    const slug = named();
    await create({ slug, forwardQuery: true });
    expect(await open(`${slug.toUpperCase()}.?a=1`)).toMatchObject({
      status: 302,
      headers: { location: `${url}?a=1` },
    });
    expect(await open(`${slug.toUpperCase()}+`)).toMatchObject({ status: 200 });
  });

  it("a preview page is in the visitor's language, works by an alias, and is no click", async () => {
    const alias = named();
    const { slug, id } = await create({ aliases: [alias], title: "Spring" });
    const page = await open(`${alias}+?a=1`, german);
    expect(page).toMatchObject({
      status: 200,
      headers: { vary: expect.stringContaining("Accept-Language") },
    });
    expect(page.body).toMatch(
      /<html lang="de">[\s\S]*Dieser Kurzlink führt zu[\s\S]*<p class="host">secret\.example<\/p>/,
    );
    expect(page.body).toContain(`href="/${alias}?a=1"`);
    const stored = `SELECT "kind", "name" FROM "UncountedVisit" WHERE "linkId" = $1`;
    await expect.poll(() => service.sql(stored, [id])).toEqual([{ kind: "previewPage", name: "" }]);
    expect((await service.api.get(slug)).clickCount).toBe(0);
    const hidden = await create({ password: "open sesame" });
    expect(await open(`${hidden.slug}+`)).toMatchObject({
      status: 302,
      headers: { location: `https://example.com/find?q=${hidden.slug}%2B` },
    });
  });
});

describe("with the switch of the dashboard", () => {
  const service = useSharedService();

  it("preview pages begin and end without a restart", async () => {
    const { slug } = await service.api.create({ url });
    const status = async () =>
      (await visit(service.server, `/${slug}+`, { headers: person })).status;
    expect(await status()).toBe(404);
    await service.sql(
      `INSERT INTO "SiteSetting" ("name", "value") VALUES ('PREVIEW_PAGES', 'true')`,
    );
    await expect.poll(status).toBe(200);
    await service.sql(`DELETE FROM "SiteSetting"`);
    await expect.poll(status).toBe(404);
  });

  it("a link to a scheme that is no longer listed shows its destination to nobody", async () => {
    await service.sql(
      `INSERT INTO "SiteSetting" ("name", "value") VALUES ('DESTINATION_SCHEMES', 'mailto'), ('PREVIEW_PAGES', 'true')`,
    );
    const mail = { url: "mailto:mara@example.com" };
    await expect
      .poll(
        async () =>
          (await service.api.call("POST", "/api/links", { ...mail, slug: `${unique()}-m` })).status,
      )
      .toBe(201);
    const [plain, limited] = [
      await service.api.create(mail),
      await service.api.create({ ...mail, maxClicks: 500 }),
    ];
    const statuses = () =>
      Promise.all(
        [plain.slug, limited.slug, `${plain.slug}+`].map(
          async (path) => (await visit(service.server, `/${path}`, { headers: person })).status,
        ),
      );
    await expect.poll(statuses).toEqual([302, 302, 200]);
    await service.sql(`DELETE FROM "SiteSetting" WHERE "name" = 'DESTINATION_SCHEMES'`);
    await expect.poll(statuses).toEqual([404, 404, 404]);
    await service.sql(`INSERT INTO "SiteSetting" VALUES ('DESTINATION_SCHEMES', 'tel, mailto')`);
    await expect.poll(statuses).toEqual([302, 302, 200]);
    await service.sql(`DELETE FROM "SiteSetting"`);
  });
});
