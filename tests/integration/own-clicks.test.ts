// Run: all
import { describe, expect, it } from "vitest";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import { type Service, useService, useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

async function counted(
  service: Service,
  slug: string,
): Promise<{ clicks: number; kinds: string[] }> {
  const { id, clickCount } = await service.api.get(slug);
  const rows = await service.sql<{ kind: string; count: string }>(
    `SELECT "kind", "count" FROM "UncountedVisit" WHERE "linkId" = $1`,
    [id],
  );
  return { clicks: clickCount, kinds: rows.map(({ kind, count }) => `${kind} ${count}`) };
}

async function signedIn(service: Service): Promise<DashboardClient> {
  const who = new DashboardClient(service.server);
  expect((await who.submit("/dashboard/sign-in", owner)).status).toBe(303);
  return who;
}

const follow = (service: Service, slug: string, cookie: string) =>
  visit(service.server, `/${slug}`, {
    headers: { "User-Agent": browsers.windows, ...(cookie && { Cookie: cookie }) },
  });

describe("with COUNT_OWNERS=false", () => {
  const service = useService({ env: { ...ownerEnv, COUNT_OWNERS: "false" } });

  it("a signed-in browser is redirected as ever and not counted", async () => {
    const { slug, url } = await service.api.create({});
    const who = await signedIn(service);
    expect(who.cookieNames()).toContain("slugline.owner");
    const answer = await follow(service, slug, who.cookieHeader());
    expect([answer.status, answer.headers.location, answer.headers["set-cookie"]]).toEqual([
      302,
      url,
      undefined,
    ]);
    await expect.poll(() => counted(service, slug)).toEqual({ clicks: 0, kinds: ["owner 1"] });
    await follow(service, slug, "");
    await expect.poll(() => counted(service, slug)).toEqual({ clicks: 1, kinds: ["owner 1"] });
  });

  it("is not led to the destination of a link with a click limit, and uses up no click", async () => {
    const { slug } = await service.api.create({ url: "https://secret.example/", maxClicks: 1 });
    const answer = await follow(service, slug, (await signedIn(service)).cookieHeader());
    expect([
      answer.status,
      answer.body.includes("private tab"),
      /secret/.test(JSON.stringify(answer)),
    ]).toEqual([200, true, false]);
    await expect.poll(() => counted(service, slug)).toEqual({ clicks: 0, kinds: ["owner 1"] });
    expect((await follow(service, slug, "")).headers.location).toBe("https://secret.example/");
  });

  it("the cookie gives no rights", async () => {
    const answer = await new DashboardClient(service.server).get("/dashboard/overview", {
      Cookie: "slugline.owner=1; slugline.test=1",
    });
    expect([answer.status, answer.location]).toEqual([
      307,
      "/dashboard/sign-in?next=%2Fdashboard%2Foverview",
    ]);
    expect(answer.cookies).toEqual([expect.stringMatching(/^slugline\.owner=;.*Max-Age=0/i)]);
  });

  it("signing out counts the browser again", async () => {
    const who = await signedIn(service);
    const page = "/dashboard/settings/sessions";
    expect((await who.sendForm(page, await who.hiddenFields(page, "$ACTION_KEY"))).location).toBe(
      "/dashboard/sign-in",
    );
    expect(who.cookieNames()).not.toContain("slugline.owner");
  });

  it("a session that ended elsewhere counts the browser again", async () => {
    const who = await signedIn(service);
    await service.sql(`DELETE FROM "OwnerSession"`);
    expect((await who.get("/dashboard/overview")).location).toMatch(/^\/dashboard\/sign-in/);
    expect((await who.get("/dashboard/sign-in")).cookies).toEqual([
      expect.stringMatching(/^slugline\.owner=;.*Max-Age=0/i),
    ]);
  });

  it("a browser that signed in before the setting gets the cookie with its next page, once", async () => {
    const who = await signedIn(service);
    who.forget("slugline.owner");
    const { cookies } = await who.get("/dashboard/links");
    expect(cookies).toEqual([
      expect.stringMatching(
        /^slugline\.owner=1; Path=\/;.*Max-Age=2592000;.*HttpOnly; SameSite=lax$/i,
      ),
    ]);
    expect((await who.get("/dashboard/links")).cookies).toEqual([]);
  });
});

describe("by default", () => {
  const service = useSharedService();

  it("owners are counted, and no cookie marks them", async () => {
    const { slug } = await service.api.create({});
    const who = await signedIn(service);
    expect(who.cookieNames()).not.toContain("slugline.owner");
    await follow(service, slug, `${who.cookieHeader()}; slugline.owner=1`);
    expect(await counted(service, slug)).toEqual({ clicks: 1, kinds: [] });
    expect(
      (await who.get("/dashboard/links", { Cookie: `${who.cookieHeader()}; slugline.owner=1` }))
        .cookies,
    ).toEqual([expect.stringMatching(/^slugline\.owner=;/)]);
  });

  it("a test of a link is not counted, for this link and a minute", async () => {
    const { slug, shortUrl } = await service.api.create({});
    const who = await signedIn(service);
    const { status, location, cookies } = await who.get(`/dashboard/links/${slug}/test`);
    expect([status, location]).toEqual([303, shortUrl]);
    expect(cookies).toEqual([
      expect.stringMatching(
        new RegExp(`^slugline\\.test=${slug}; Path=/;.*Max-Age=60;.*HttpOnly; SameSite=lax$`, "i"),
      ),
    ]);
    await follow(service, slug, who.cookieHeader());
    await expect.poll(() => counted(service, slug)).toEqual({ clicks: 0, kinds: ["owner 1"] });
    const other = await service.api.create({});
    await follow(service, other.slug, who.cookieHeader());
    expect(await counted(service, other.slug)).toEqual({ clicks: 1, kinds: [] });
  });

  it("only owners test links, and only those that exist", async () => {
    const { slug } = await service.api.create({});
    expect(
      (await new DashboardClient(service.server).get(`/dashboard/links/${slug}/test`)).status,
    ).toBe(307);
    const forged = await new DashboardClient(service.server).get(`/dashboard/links/${slug}/test`, {
      Cookie: "slugline.session=x",
    });
    expect([forged.status, forged.cookies]).toEqual([401, []]);
    expect((await (await signedIn(service)).get("/dashboard/links/no-such-link/test")).status).toBe(
      404,
    );
  });
});
