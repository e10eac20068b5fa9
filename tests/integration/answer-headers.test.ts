// Run: all
import { describe, expect, it } from "vitest";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import { RawConnection } from "../support/raw-connection";
import { useService, useSharedService } from "../support/service";
import { browsers, postForm, visit } from "../support/visitor";

const plain = useSharedService();
const secure = useService({ env: { ...ownerEnv, BASE_URL: "https://go.example.com" } });

const standing = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
};

const strict = { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };

/** One of each kind: what is asked, the status, and what differs. */
const kinds: [
  string,
  string,
  number,
  object,
  { method?: string; headers?: Record<string, string> }?,
][] = [
  ["the front page", "/", 200, {}],
  ["a page that does not exist", "/x/y", 404, {}],
  ["an unknown slug", "/nobody-has-this", 404, {}],
  ["a card", "/kind", 200, {}, { headers: { "User-Agent": browsers.slack } }],
  ["a write to a slug", "/kind", 405, {}, { method: "POST" }],
  ["another method at the front page", "/", 405, { allow: "GET, HEAD" }, { method: "OPTIONS" }],
  ["a file", "/mark.svg", 200, strict],
  ["a generated file", "/robots.txt", 200, strict],
  ["a file that does not exist", "/_next/static/none.js", 404, {}],
  ["the sign-in page", "/dashboard/sign-in", 200, { "cross-origin-opener-policy": "same-origin" }],
  ["a way to the sign-in page", "/dashboard/overview", 307, {}],
  ["the API", "/api/stats", 401, strict],
  ["liveness", "/api/livez", 200, strict],
  ["a refused method", "/api/livez", 405, strict, { method: "DELETE" }],
  ["an unknown method", "/x/y", 405, strict, { method: "PROPFIND" }],
  ["an unknown method in the API", "/api/links", 401, strict, { method: "PROPFIND" }],
  ["a foreign write", "/dashboard/overview", 403, strict, { method: "POST" }],
  ["a long target", `/a/${"%".repeat(8_000)}`, 414, strict],
];

it.each(kinds)("%s", async (_, target, status, more, options) => {
  for (const { server, api } of [plain, secure]) {
    await api.create({ slug: "kind", url: "https://example.com/a" }).catch(() => {});
    const answer = await visit(server, target, options);
    const hsts = server === secure.server ? "max-age=31536000" : undefined;
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ ...standing, ...more });
    expect(answer.headers["strict-transport-security"]).toBe(hsts);
  }
});

it("invalid HTTP", async () => {
  const connection = new RawConnection(secure.server);
  await connection.send("what?\r\n\r\n");
  expect((await connection.next())?.headers).toMatchObject({
    ...standing,
    ...strict,
    "strict-transport-security": "max-age=31536000",
  });
});

it("a redirect has only the required headers", async () => {
  for (const { server, api } of [plain, secure]) {
    await api.create({ slug: "kind", url: "https://example.com/a" }).catch(() => {});
    const { status, headers } = await visit(server, "/kind", {
      headers: { "User-Agent": browsers.windows },
    });
    expect(status).toBe(302);
    const own = Object.keys(headers).filter(
      (name) => !["date", "connection", "keep-alive"].includes(name),
    );
    expect(own.sort()).toEqual(["cache-control", "content-length", "location", "x-robots-tag"]);
  }
});

it.each(["/api/livez", "/api/readyz", "/api/docs", "/api/openapi.json", "/api/links"])(
  "%s is never stored, and has the id of the request",
  async (path) => {
    for (const method of ["GET", "HEAD", "DELETE"]) {
      const { headers } = await visit(plain.server, path, {
        method,
        headers: { "X-Request-Id": "mine:1" },
      });
      expect([headers["cache-control"], headers["x-request-id"]], method).toEqual([
        "no-store",
        "mine:1",
      ]);
    }
  },
);

it("a refusal before the API has the id that its body names", async () => {
  const { headers, body } = await visit(plain.server, `/api/${"%".repeat(8_000)}`);
  expect(headers["x-request-id"]).toBe(JSON.parse(body).requestId);
});

it("scripts of pages carry the nonce of their policy", async () => {
  const { headers, body } = await visit(plain.server, "/dashboard/sign-in");
  const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
  const scripts = body.match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
});

it.each(["/", "/x/y", "/dashboard-x/y/z", "/nobody-has-this", "/x.y"])(
  "%s has no script",
  async (path) => {
    const { headers, body } = await visit(plain.server, path);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(body).not.toMatch(/<script/i);
    expect(body.length).toBeLessThan(10_000);
  },
);

describe("over https", () => {
  it("the cookie of a session is bound to this host and to https", async () => {
    const who = new DashboardClient(secure.server, "198.51.100.200");
    const { status, cookies } = await who.submit("/dashboard/sign-in", owner, {
      Origin: "https://go.example.com",
    });
    expect(status).toBe(303);
    expect(
      cookies.map((cookie) => cookie.split("=", 1)[0]?.replace(/[0-9a-f-]{36}$/, "<owner>")).sort(),
    ).toEqual(["__Host-slugline.device.<owner>", "__Host-slugline.session"]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-slugline\.[^=]+=[^;]+; Path=\/;.*; Secure.*$/i);
      expect(cookie).toMatch(/; HttpOnly(;|$)/i);
      expect(cookie).toMatch(/; SameSite=lax(;|$)/i);
      expect(cookie).not.toMatch(/domain=/i);
    }
    expect((await who.get("/dashboard/settings/tokens")).status).toBe(200);
  });

  it("that of a link's password is for the address of the link alone", async () => {
    const { slug, id } = await secure.api.create({ password: "pw" });
    const client = { "User-Agent": browsers.windows };
    const { headers } = await postForm(secure.server, `/${slug}`, { password: "pw" }, client);
    const [cookie = ""] = headers["set-cookie"] ?? [];
    expect(cookie).toMatch(
      new RegExp(
        `^__Secure-slugline\\.entry\\.${id}=[\\w.-]+; Max-Age=43200; Path=/${slug}; Secure; HttpOnly; SameSite=Lax$`,
      ),
    );
    const [Cookie = ""] = cookie.split(";");
    expect(
      (await visit(secure.server, `/${slug}`, { headers: { ...client, Cookie } })).status,
    ).toBe(302);
  });
});

it("an unknown method in the API is refused with what the path takes, once its token is known", async () => {
  const headers = { Authorization: `Bearer ${plain.server.token}` };
  for (const method of ["PROPFIND", "TRACE", "OPTIONS"])
    expect(await visit(plain.server, "/api/stats", { method, headers })).toMatchObject({
      status: 405,
      headers: { ...strict, allow: "GET, HEAD" },
    });
});
