// Run: all
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import Papa from "papaparse";
import { afterAll, describe, expect, it, vi } from "vitest";
import { anyStatisticsSchema } from "@/lib/commands/statistics-schemas";
import { qrText } from "@/lib/links/qr-text";
import { databaseCommand } from "../support/owner-command";
import { useService } from "../support/service";
import { browsers, postForm, visit } from "../support/visitor";

const url = "https://destination.example/";
const brand = { Host: "go.brand.example" };
const people = { "User-Agent": browsers.windows };

/** Next alone answers alike: `both-ways`. */
describe("further hosts", () => {
  const service = useService({
    env: { DOMAINS: "go.brand.example,L.example:8443", PREVIEW_PAGES: "true", YOURLS_API: "on" },
  });
  const ask = (path: string, headers: Record<string, string>, method = "GET") =>
    visit(service.server, path, { method, headers });
  const statistics = async (slug: string, query = "") => {
    const headers = { Authorization: `Bearer ${service.server.token}` };
    const { body } = await visit(service.server, `/api/links/${slug}/stats${query}`, { headers });
    return anyStatisticsSchema.parse(JSON.parse(body));
  };

  it("answer neither the dashboard nor the API, nor its health checks", async () => {
    const token = { Authorization: `Bearer ${service.server.token}` };
    const paths = [
      ...["/dashboard/overview", "/dashboard/sign-in", "/dashboard/setup", "/dashboard"],
      ...["/api", "/api/links", "/api/stats", "/api/docs", "/api/openapi.json", "/api/livez"],
      ...["/api/readyz", "/api/metrics", "/api/unknown", "/yourls-api.php?action=stats"],
    ];
    for (const path of paths)
      for (const method of ["GET", "POST"]) {
        const answer = await ask(path, { ...brand, ...token }, method);
        expect([404, 405], `${method} ${path}`).toContain(answer.status);
        if (method === "GET") expect(answer.status, path).toBe(404);
        expect(answer.headers["set-cookie"], path).toBeUndefined();
      }
    const written = await visit(service.server, "/api/links", {
      method: "POST",
      headers: { ...brand, ...token, "Content-Type": "application/json" },
      body: JSON.stringify({ url, slug: "written" }),
    });
    expect(written.status).toBe(404);
    expect((await ask("/written", people)).status).toBe(404);
  });

  it("believe a proxy about the host, and show none that is not listed", async () => {
    const forwarded = { "X-Forwarded-Host": "go.brand.example" };
    expect((await ask("/dashboard/sign-in", forwarded)).status).toBe(404);
    expect((await ask("/no-such-slug", forwarded)).body).toContain("go.brand.example");
    for (const headers of [
      { Host: "evil.example" },
      { "X-Forwarded-Host": "evil.example" },
      { ...brand, "X-Forwarded-Host": "evil.example" },
    ])
      for (const path of ["/", "/no-such-slug", "/a/b", "/no-such-slug+"]) {
        const { body } = await ask(path, { ...headers, ...people });
        expect(body, path).not.toContain("evil.example");
      }
  });

  it("show their own name on pages, and no sign-in", async () => {
    const front = await ask("/", brand);
    expect(front.status).toBe(200);
    expect(front.body).toContain("go.brand.example");
    expect(front.body).not.toContain("/dashboard");
    expect(front.body).not.toContain("localhost");
    const missing = await ask("/no-such-slug", { Host: "l.example" });
    expect(missing.status).toBe(404);
    expect(missing.body).toContain("l.example:8443");
  });

  it("ask for a password without a cookie", async () => {
    const { slug } = await service.api.create({ url, password: "pw" });
    const asked = await ask(`/${slug}`, { ...brand, ...people });
    expect([asked.status, asked.headers["set-cookie"]]).toEqual([200, undefined]);
    const give = (headers: Record<string, string>) =>
      postForm(service.server, `/${slug}`, { password: "pw" }, { ...people, ...headers });
    const given = await give({ ...brand, Origin: "http://go.brand.example" });
    expect([given.status, given.headers.location]).toEqual([303, url]);
    expect(given.headers["set-cookie"]).toBeUndefined();
    expect((await give({ ...brand, Origin: "https://evil.example" })).status).toBe(403);
    const { port } = new URL(service.server.url);
    const usual = await give({ Origin: `http://localhost:${port}` });
    expect(usual.headers["set-cookie"]).toBeDefined();
  });

  it("are preferred by a link, which keeps its short URL", async () => {
    const link = await service.api.create({ url, domain: "L.example.", title: "Shared" });
    expect(link).toMatchObject({ domain: "l.example:8443" });
    expect(new URL(link.shortUrl).hostname).toBe("localhost");
    const plain = await service.api.create({ url, domain: null });
    expect(plain).toMatchObject({ domain: null });
    expect(await service.api.get(plain.slug)).not.toHaveProperty("domain");
    const card = await ask(`/${link.slug}`, { "User-Agent": browsers.slack });
    expect(card.body).toContain(`content="http://l.example:8443/${link.slug}"`);
    const headers = { Authorization: `Bearer ${service.server.token}`, Accept: "text/plain" };
    const qr = await visit(service.server, `/api/links/${link.slug}/qr`, { headers });
    expect(qr.body).toBe(qrText(`http://l.example:8443/${link.slug}`));
    await service.api.patch(link.slug, { domain: "go.brand.example" });
    const { body: history } = await service.api.call<object>(
      "GET",
      `/api/links/${link.slug}/history`,
    );
    expect(history).toMatchObject({
      changes: [{ field: "domain", from: "l.example:8443", to: "go.brand.example" }],
    });
    const { port } = new URL(service.server.url);
    const none = await service.api.patch(link.slug, { domain: `localhost:${port}` });
    expect(none.body).toMatchObject({ domain: null });
    expect(await service.api.get(link.slug)).not.toHaveProperty("domain");
  });

  it("are refused in a link, in bulk and in an import, unless they are listed", async () => {
    const refused = await service.api.call("POST", "/api/links", { url, domain: "old.example" });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      errors: [{ path: "domain", message: expect.stringContaining("go.brand.example, l.example") }],
    });
    for (const domain of [5, "https://l.example", "a b", {}]) {
      const { status } = await service.api.call("POST", "/api/links", { url, domain });
      expect(status, String(domain)).toBe(400);
    }
    const { body } = await service.api.call<{ create: { status: number }[] }>(
      "POST",
      "/api/links/bulk",
      {
        create: [
          { url, domain: "l.example" },
          { url, domain: "old.example" },
        ],
      },
    );
    expect(body).toMatchObject({ results: [{ status: 201 }, { status: 400 }] });
  });

  it("that are not listed any more stay in the link, which falls back", async () => {
    const { slug } = await service.api.create({ url, domain: "l.example", title: "Kept" });
    await service.sql(`UPDATE "Link" SET "domain" = 'old.example' WHERE "slug" = $1`, [slug]);
    expect(await service.api.get(slug)).toMatchObject({ domain: "old.example" });
    const patched = await service.api.patch(slug, { title: "Kept as it is" });
    expect(patched.body).toMatchObject({ domain: "old.example" });
    const card = await ask(`/${slug}`, { "User-Agent": browsers.slack });
    expect(card.body).not.toContain("old.example");
    expect(card.body).toContain(
      `content="http://localhost:${new URL(service.server.url).port}/${slug}"`,
    );
  });

  it("are in exports, which an import reads", async () => {
    const { slug } = await service.api.create({ url, domain: "l.example" });
    const headers = { Authorization: `Bearer ${service.server.token}` };
    const exported = await visit(service.server, "/api/links/export.csv", { headers });
    const { data } = Papa.parse<Record<string, string>>(exported.body, {
      header: true,
      skipEmptyLines: true,
    });
    const rows = data.filter((row) => row.slug === slug);
    expect(rows).toMatchObject([{ domain: "l.example:8443" }]);
    await service.api.remove(slug);
    const imported = await visit(service.server, "/api/links/import", {
      method: "POST",
      headers: { ...headers, "Content-Type": "text/csv" },
      body: Papa.unparse(rows),
    });
    expect(imported.status).toBe(200);
    expect(await service.api.get(slug)).toMatchObject({ domain: "l.example:8443" });
  });

  it("are a breakdown, a filter and a column of exports", async () => {
    const { slug } = await service.api.create({ url });
    expect(await service.api.stats(slug)).not.toHaveProperty("domains");
    await ask(`/${slug}`, people);
    expect(await service.api.stats(slug)).not.toHaveProperty("domains");
    await ask(`/${slug}`, { ...brand, ...people });
    await ask(`/${slug}`, { Host: "L.example", ...people });
    await ask(`/${slug}`, { Host: "evil.example", "X-Forwarded-Host": "l.example", ...people });
    await ask(`/${slug}`, { Host: "evil.example", ...people });
    expect(await statistics(slug)).toMatchObject({
      range: { clicks: 5 },
      domains: [
        { domain: "default", count: 2 },
        { domain: "l.example:8443", count: 2 },
        { domain: "go.brand.example", count: 1 },
      ],
    });
    const only = await statistics(slug, "?domain=l.example:8443");
    expect(only.range.clicks).toBe(2);
    expect((await statistics(slug, "?domain=!default")).range.clicks).toBe(3);
    const stored = await service.sql<{ domain: string | null }>(
      `SELECT c."domain" FROM "StoredClick" c JOIN "Link" l ON l."id" = c."linkId" WHERE l."slug" = $1 ORDER BY 1`,
      [slug],
    );
    expect(stored.map(({ domain }) => domain)).toEqual([
      ...["go.brand.example", "l.example:8443", "l.example:8443", null, null],
    ]);
    const headers = { Authorization: `Bearer ${service.server.token}` };
    const csv = await visit(service.server, `/api/links/${slug}/clicks.csv`, { headers });
    const { data } = Papa.parse<Record<string, string>>(csv.body, {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map(({ domain }) => domain).sort()).toEqual([
      ...["default", "default", "go.brand.example", "l.example:8443", "l.example:8443"],
    ]);
    const json = await visit(service.server, `/api/links/${slug}/clicks.json`, { headers });
    const clicks: object[] = JSON.parse(json.body);
    expect(clicks.filter((click) => "domain" in click)).toHaveLength(3);
  });

  it("are known to tools made for YOURLS, which ask at BASE_URL", async () => {
    const { slug } = await service.api.create({ url });
    const expand = (shorturl: string) => {
      const query = new URLSearchParams({ action: "expand", format: "json", shorturl });
      query.set("signature", service.server.token);
      const body = query.toString();
      const type = { "Content-Type": "application/x-www-form-urlencoded" };
      return visit(service.server, "/yourls-api.php", { method: "POST", headers: type, body });
    };
    for (const host of ["go.brand.example", "L.example:8443"])
      expect(JSON.parse((await expand(`https://${host}/${slug}`)).body).longurl).toBe(url);
    expect((await expand(`https://evil.example/${slug}`)).body).not.toContain(url);
  });

  it("lead nobody in a circle, although links led to them before they were listed", async () => {
    const { slug: out } = await service.api.create({ url });
    const { slug: one } = await service.api.create({ url });
    const { slug: two } = await service.api.create({ url });
    const { slug: self } = await service.api.create({ url });
    const lead = (slug: string, to: string) =>
      service.sql(`UPDATE "Link" SET "url" = $2 WHERE "slug" = $1`, [
        slug,
        `http://go.brand.example/${to}`,
      ]);
    await lead(one, out);
    await lead(self, self);
    const ledTo = async (slug: string) => {
      const { status, headers } = await ask(`/${slug}`, people);
      return [status, headers.location];
    };
    expect(await ledTo(one)).toEqual([302, `http://go.brand.example/${out}`]);
    expect(await ledTo(self)).toEqual([404, undefined]);
    await lead(two, one);
    await lead(one, two);
    await vi.waitFor(async () => expect(await ledTo(one)).toEqual([404, undefined]), 30_000);
    expect(await ledTo(two)).toEqual([404, undefined]);
    expect((await service.api.get(self)).clickCount).toBe(0);
  });

  it("lead nobody in a circle of rules, nor of addresses for what is over", async () => {
    const own = (slug: string) => `http://go.brand.example/${slug}`;
    const { slug: one } = await service.api.create({ url });
    const { slug: two } = await service.api.create({ url });
    const { slug: over } = await service.api.create({ url, expiresAt: "2020-01-01" });
    const set = (column: string, slug: string, to: string) =>
      service.sql(`UPDATE "Link" SET "${column}" = $2 WHERE "slug" = $1`, [slug, own(to)]);
    await set("ios", one, two);
    await set("ios", two, one);
    await set("expiredUrl", over, over);
    const phone = { ...people, "User-Agent": browsers.iphone };
    const statusOf = async (slug: string) => (await ask(`/${slug}`, phone)).status;
    await vi.waitFor(async () => {
      expect([await statusOf(one), await statusOf(two)]).toEqual([404, 404]);
      expect(await statusOf(over)).not.toBe(302);
    }, 30_000);
    expect((await ask(`/${one}`, people)).headers.location).toBe(url);
  });

  it("prove that they are this service, and tell nothing about links by that", async () => {
    const slug = "n".repeat(40);
    const proof = async () => (await ask(`/${slug}`, { ...brand, "X-Slugline-Check": "1" })).body;
    const before = await proof();
    expect(before).toMatch(/^[\w-]{43}$/);
    await service.api.create({ url, slug, enabled: false });
    expect(await proof()).toBe(before);
    expect((await ask("/short", { ...brand, "X-Slugline-Check": "1" })).status).toBe(404);
  });

  it("are no destinations, and no referrers", async () => {
    for (const taken of ["http://go.brand.example/x", "http://L.EXAMPLE.:8443/", url]) {
      const status = taken === url ? 201 : 400;
      const created = await service.api.call("POST", "/api/links", { url: taken });
      expect(created.status, taken).toBe(status);
    }
    const { slug } = await service.api.create({ url });
    await ask(`/${slug}`, { ...brand, ...people, Referer: "https://l.example/other" });
    const { topReferrers } = await statistics(slug);
    expect(topReferrers).toEqual([{ referrer: "Direct", count: 1 }]);
  });
});

describe("settings of further hosts", () => {
  const service = useService({
    env: { DOMAINS: "go.brand.example,l.example", NOT_FOUND_URL: "https://all.example/{slug}" },
  });

  it("lead to pages of their own, else to those of BASE_URL", async () => {
    const set = (name: string, value: string) =>
      service.sql(`INSERT INTO "SiteSetting" ("name", "value") VALUES ($1, $2)`, [name, value]);
    await set("HOME_URL@go.brand.example", "https://brand.example/");
    await set("NOT_FOUND_URL@go.brand.example", "https://brand.example/search?q={slug}");
    await set("HOME_URL@l.example", "https://go.brand.example/circle");
    await set("HOME_URL@old.example", "https://old.example.org/");
    const ask = async (path: string, Host: string) => {
      const { status, headers } = await visit(service.server, path, { headers: { Host } });
      return [status, headers.location];
    };
    await vi.waitFor(
      async () =>
        expect(await ask("/", "GO.brand.example")).toEqual([302, "https://brand.example/"]),
      5_000,
    );
    expect(await ask("/none", "go.brand.example")).toEqual([
      302,
      "https://brand.example/search?q=none",
    ]);
    expect(await ask("/none", "l.example")).toEqual([302, "https://all.example/none"]);
    expect(await ask("/", "l.example")).toEqual([200, undefined]);
    expect(await ask("/", "old.example")).toEqual([200, undefined]);
    expect(await ask("/none", "localhost")).toEqual([302, "https://all.example/none"]);
  });
});

describe("further hosts without a trusted proxy", () => {
  const service = useService({
    env: { DOMAINS: "go.brand.example", TRUSTED_PROXIES: "203.0.113.1" },
  });

  it("are not believed in a header that anybody can send", async () => {
    const headers = { "X-Forwarded-Host": "go.brand.example" };
    const missing = await visit(service.server, "/no-such-slug", { headers });
    expect(missing.body).not.toContain("go.brand.example");
    expect((await visit(service.server, "/", { headers })).body).not.toContain("go.brand.example");
    expect((await visit(service.server, "/api/livez", { headers })).status).toBe(200);
  });
});

describe("the health check of further hosts", async () => {
  // One that leads to the service, as a proxy does; one where something else answers; and nothing.
  const state = { port: 0 };
  const proxy = createTcpServer((socket) => {
    const ahead = connect(state.port, "127.0.0.1");
    socket
      .on("error", () => {})
      .pipe(ahead.on("error", () => {}))
      .pipe(socket);
  });
  const other = createHttpServer((_request, response) => response.writeHead(302).end("other"));
  const listen = async (server: Server) => {
    server.listen(0, "127.0.0.2");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const domains = [
    `127.0.0.2:${await listen(proxy)}`,
    `127.0.0.3:${await getPort({ host: "127.0.0.3" })}`,
  ];
  const wrong = `127.0.0.2:${await listen(other)}`;
  const service = useService({ env: { DOMAINS: domains.join(",") } });
  afterAll(() => {
    proxy.close();
    other.close();
  });
  const doctor = (hosts: string[]) =>
    databaseCommand(["doctor"], {
      DATABASE_URL: service.databaseUrl,
      API_TOKEN: service.server.token,
      DOMAINS: hosts.join(","),
      DATA_DIR: mkdtempSync(join(tmpdir(), "slugline-doctor-")),
    });

  it("says which reach this service, and why others do not", async () => {
    state.port = Number(new URL(service.server.url).port);
    const { out } = await doctor(domains);
    expect(out).toContain(`ok    Further hosts: These hosts reach this service: ${domains[0]}.`);
    expect(out).toContain(
      `BAD   Further hosts: ${domains[1]} does not reach this service. The server cannot be reached (ECONNREFUSED).`,
    );
    const elsewhere = await doctor([wrong]);
    expect(elsewhere.out).toContain(
      `BAD   Further hosts: ${wrong} does not reach this service. Something else responds there (HTTP 302)`,
    );
    expect((await doctor([])).out).not.toContain("Further hosts");
  });

  it("is answered at the own hosts only, and differs by host and question", async () => {
    const ask = async (path: string, Host: string) => {
      const headers = { Host, "X-Slugline-Check": "1" };
      return visit(service.server, path, { headers });
    };
    const question = (of: number) => `/${String(of).repeat(40)}`;
    const answers = await Promise.all([
      ask(question(1), "127.0.0.2"),
      ask(question(2), "127.0.0.2"),
      ask(question(1), "127.0.0.3"),
      ask(question(1), "localhost"),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatch(/^[\w-]{43}$/);
    }
    expect(new Set(answers.map(({ body }) => body)).size).toBe(4);
    const plain = await visit(service.server, question(1), { headers: { Host: "127.0.0.2" } });
    expect(plain.status).toBe(404);
  });
});
