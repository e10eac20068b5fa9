// Run: all
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "../support/server";
import { useService } from "../support/service";
import { postForm, visit } from "../support/visitor";

/**
 * One instance with the dashboard and the API on a host of its own, and one that only redirects,
 * with one database.
 */
const shortHost = "go.example.test";
const dashboardHost = "links.internal.test";
const addresses = { BASE_URL: `http://${shortHost}`, DASHBOARD_ORIGIN: `http://${dashboardHost}` };
const dashboard = useService({ env: { ...addresses, ROLE: "dashboard" } });
let redirects: TestServer;

beforeAll(async () => {
  redirects = await startServer(dashboard.databaseUrl, {
    env: {
      ...addresses,
      ROLE: "redirects",
      METRICS_TOKEN: "metrics-only",
      NODE_OPTIONS: "--max-semi-space-size=2",
    },
  });
});
afterAll(() => redirects?.stop());

const atShortHost = { host: shortHost };
const atDashboard = { host: dashboardHost };

describe("ROLE=redirects", () => {
  it("redirects, follows edits within a second, and its clicks are in the statistics", async () => {
    const { slug } = await dashboard.api.create({ url: "https://example.com/before" });
    expect(
      (await visit(redirects, `/${slug}?utm_campaign=edge`, { headers: atShortHost })).headers
        .location,
    ).toBe("https://example.com/before");
    await dashboard.api.patch(slug, { url: "https://example.com/after" });
    await sleep(1_000);
    expect((await visit(redirects, `/${slug}`, { headers: atShortHost })).headers.location).toBe(
      "https://example.com/after",
    );
    expect(await dashboard.api.get(slug)).toMatchObject({ clickCount: 2 });
    await expect
      .poll(async () => (await dashboard.api.stats(slug)).utmCampaigns)
      .toContainEqual({ campaign: "edge", count: 1 });
  });

  it("asks for passwords and shows its own pages, with their fonts and pictures", async () => {
    const { slug } = await dashboard.api.create({ password: "open sesame" });
    const form = await visit(redirects, `/${slug}`, { headers: atShortHost });
    expect(form.status).toBe(200);
    expect(form.body).toContain("/fonts/geist-latin-variable.woff2");
    expect(
      (
        await postForm(
          redirects,
          `/${slug}`,
          { password: "open sesame" },
          { ...atShortHost, origin: `http://${shortHost}` },
        )
      ).status,
    ).toBe(303);
    const front = await visit(redirects, "/", { headers: atShortHost });
    expect([front.status, front.body]).toEqual([
      200,
      expect.stringContaining(`<h1>${shortHost}</h1>`),
    ]);
    expect(front.body).not.toContain("/dashboard");
    expect((await visit(redirects, "/nobody-has-this")).status).toBe(404);
    for (const [path, type] of Object.entries({
      "/fonts/geist-latin-variable.woff2": "font/woff2",
      "/mark.svg": "image/svg+xml",
      "/favicon.ico": "image/x-icon",
      "/robots.txt": "text/plain; charset=utf-8",
    })) {
      const { status, headers } = await visit(redirects, path, { method: "HEAD" });
      expect([
        path,
        status,
        headers["content-type"],
        Number(headers["content-length"]) > 0,
      ]).toEqual([path, 200, type, true]);
    }
  });

  it("answers health and metrics, and neither dashboard nor API", async () => {
    expect(JSON.parse((await visit(redirects, "/api/livez")).body)).toEqual({ status: "ok" });
    expect(JSON.parse((await visit(redirects, "/api/readyz?for=visitors")).body)).toMatchObject({
      status: "ok",
      redirects: true,
    });
    expect((await visit(redirects, "/api/readyz?for=everyone")).status).toBe(400);
    expect((await visit(redirects, "/api/livez", { method: "POST" })).status).toBe(405);
    expect((await visit(redirects, "/api/metrics")).status).toBe(401);
    const metrics = await visit(redirects, "/api/metrics", {
      headers: { authorization: "Bearer metrics-only" },
    });
    expect([metrics.status, metrics.body]).toEqual([
      200,
      expect.stringMatching(/^slugline_start_time_seconds \d+$/m),
    ]);
    const api = await visit(redirects, "/api/links", {
      headers: { authorization: `Bearer ${dashboard.server.token}` },
    });
    expect([api.status, JSON.parse(api.body).code]).toEqual([404, "not_found"]);
    for (const path of [
      "/dashboard/overview",
      "/dashboard/sign-in",
      "/dashboard",
      "/a/b",
      "/_next/static/x.js",
      "/yourls-api.php",
      "/../package.json",
    ]) {
      const { status, headers, body } = await visit(redirects, path, { headers: atShortHost });
      expect([path, status, headers.location, headers["content-security-policy"]]).toEqual([
        path,
        404,
        undefined,
        expect.stringContaining("default-src 'none'"),
      ]);
      expect(body).not.toContain(dashboardHost);
    }
    const refused = await visit(redirects, "/a/b", {
      method: "POST",
      headers: atShortHost,
      body: "x".repeat(70_000),
    });
    expect([refused.status, refused.body.includes(dashboardHost)]).toEqual([403, false]);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await visit(redirects, "/", {
        method,
        headers: { ...atShortHost, origin: addresses.BASE_URL },
      });
      expect([method, status, headers.allow]).toEqual([
        method,
        status === 403 ? 403 : 405,
        status === 403 ? undefined : "GET, HEAD",
      ]);
    }
  });

  it.runIf(process.platform === "linux")(
    "takes a quarter less memory than an instance with pages",
    () => {
      const residentKb = ({ process: { pid } }: TestServer) =>
        Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
      expect(residentKb(redirects)).toBeLessThan(0.75 * residentKb(dashboard.server));
    },
  );

  it("stops cleanly", async () => {
    const other = await startServer(dashboard.databaseUrl, {
      env: { ...addresses, ROLE: "redirects" },
    });
    expect(other.output()).toContain("without dashboard and API");
    expect(await other.stop()).toBe(0);
  });
});

describe("ROLE=dashboard", () => {
  it("leads visitors to where short links are, and counts nothing", async () => {
    const { slug } = await dashboard.api.create({});
    const answer = await visit(dashboard.server, `/${slug}?utm_source=mail`, {
      headers: atDashboard,
    });
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      `http://${shortHost}/${slug}?utm_source=mail`,
    ]);
    expect(
      (await visit(dashboard.server, `/x/../${slug}`, { headers: atDashboard })).headers.location,
    ).toBe(`http://${shortHost}/${slug}`);
    expect((await visit(dashboard.server, `/${slug}`, { headers: atShortHost })).status).toBe(404);
    expect(
      (await visit(dashboard.server, `/${slug}`, { method: "POST", headers: atDashboard })).status,
    ).toBe(405);
    expect((await dashboard.api.get(slug)).clickCount).toBe(0);
  });

  it("has the dashboard at DASHBOARD_ORIGIN alone", async () => {
    expect(
      (await visit(dashboard.server, "/dashboard", { headers: atDashboard })).headers.location,
    ).toBe("/dashboard/overview");
    expect(
      (await visit(dashboard.server, "/dashboard/setup", { headers: atDashboard })).status,
    ).toBe(200);
    const build = readFileSync(".next/BUILD_ID", "utf8");
    const data = `/_next/data/${build}/dashboard`;
    const paths = [
      "/dashboard/setup",
      "/dashboard/overview",
      "/dashboard//overview",
      "/x/../dashboard/setup",
      "/%64ashboard/setup",
    ];
    for (const path of [
      ...paths,
      `${data}/setup.json`,
      `${data}/sign-in.json`,
      `/_next/d%61ta/${build}/dashboard/setup.json`,
    ]) {
      const { status, headers, body } = await visit(dashboard.server, path, {
        headers: atShortHost,
      });
      expect([path, status, headers.location]).toEqual([path, 404, undefined]);
      expect(body).not.toContain(dashboardHost);
    }
  });

  it("has it at its host however that is written", async () => {
    for (const host of [`${dashboardHost}:80`, `${dashboardHost}.`, dashboardHost.toUpperCase()])
      expect([
        host,
        (await visit(dashboard.server, "/dashboard/setup", { headers: { host } })).status,
      ]).toEqual([host, 200]);
  });

  it("names itself to nobody who asks at another host", async () => {
    for (const path of ["/api/openapi.json", "/api/docs", "/", "/a/b"]) {
      const { body } = await visit(dashboard.server, path, { headers: atShortHost });
      expect([path, body.includes(dashboardHost)]).toEqual([path, false]);
    }
    const { body } = await visit(dashboard.server, "/a/b", {
      method: "POST",
      headers: atShortHost,
    });
    expect(body).not.toContain(dashboardHost);
    const document = JSON.parse(
      (await visit(dashboard.server, "/api/openapi.json", { headers: atDashboard })).body,
    );
    expect(document.servers).toEqual([{ url: addresses.DASHBOARD_ORIGIN }]);
    expect(JSON.stringify(document)).toContain(`"shortUrl":"${addresses.BASE_URL}/`);
  });

  it("refuses links that lead in a circle through its own host", async () => {
    for (const origin of Object.values(addresses)) {
      const answer = await dashboard.api.call("POST", "/api/links", { url: `${origin}/loop` });
      expect([origin, answer.status]).toEqual([origin, 400]);
    }
  });

  it("answers the API at every host, and its links have the short address", async () => {
    const headers = { ...atShortHost, authorization: `Bearer ${dashboard.server.token}` };
    const { slug } = await dashboard.api.create({});
    const { status, body } = await visit(dashboard.server, `/api/links/${slug}`, { headers });
    expect([status, JSON.parse(body).shortUrl]).toEqual([200, `http://${shortHost}/${slug}`]);
  });

  it("accepts writes from pages of DASHBOARD_ORIGIN only", async () => {
    const write = (origin: string) =>
      visit(dashboard.server, "/dashboard/setup", {
        method: "POST",
        headers: { ...atDashboard, origin, "content-type": "text/plain" },
        body: "{}",
      });
    const [own, short] = [
      await write(`http://${dashboardHost}`),
      await write(`http://${shortHost}`),
    ];
    expect([own.status, short.status]).toEqual([400, 403]);
  });
});
