// Run: all
import { describe, expect, it, vi } from "vitest";
import { ways } from "../support/run";
import { startServer } from "../support/server";
import { useService, useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><script>alert(1)</script><path d="M0 0h4v4z"/></svg>';
const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
const person = { "User-Agent": browsers.windows };

/** What a client may tell apart, without what differs from request to request. */
const shown = ({ status, headers, body }: Awaited<ReturnType<typeof visit>>) => {
  const { date: _, connection: _1, "keep-alive": _2, "content-length": _3, ...others } = headers;
  return { status, others, body };
};

describe.each(ways)("with nothing set, %s", (way) => {
  const service = useSharedService(way);

  it.each(["/", "/nobody-has-this", "/off", "/over", "/x.y", "/a/b"])(
    "%s speaks the visitor's language, with the same status and headers",
    async (path) => {
      await service.api.create({ slug: "over", expiresAt: "2020-01-01" }).catch(() => {});
      await service.api.create({ slug: "off", enabled: false }).catch(() => {});
      const ask = (language?: string) =>
        visit(service.server, path, {
          headers: { ...person, ...(language && { "Accept-Language": language }) },
        }).then(shown);
      const plain = await ask();
      expect(plain.body).toMatch(/<html[^>]* lang="en"/);
      for (const language of ["de", "ja", "ar", "tlh"]) {
        const { body, ...answer } = await ask(language);
        const { body: _, ...wanted } = plain;
        expect(answer).toEqual(wanted);
        expect(body).toMatch(
          new RegExp(`<html[^>]* lang="${language === "tlh" ? "en" : language}"`),
        );
      }
    },
  );

  it("paths that settings may use answer as any other path", async () => {
    for (const path of ["/logo.svg", "/logo.png"])
      expect((await visit(service.server, path)).status, path).toBe(404);
    const file = await visit(service.server, "/.well-known/security.txt");
    expect(file.status).toBe(404);
    const front = await visit(service.server, "/");
    expect(front).toMatchObject({
      status: 200,
      body: expect.stringContaining("This domain hosts short links"),
    });
    expect(Object.keys(front.headers).filter((name) => name.startsWith("x-middleware"))).toEqual(
      [],
    );
  });
});

describe.each(ways)("with the environment, %s", (way) => {
  const service = useService({
    way,
    env: {
      HOME_URL: "https://example.com/home",
      NOT_FOUND_URL: "https://example.com/find?q={slug}",
      EXPIRED_URL: "https://example.com/news",
      SITE_NAME: "Acme",
      SITE_LOGO: logo,
      ACCENT_COLOR: "#ffcc00",
      IMPRINT_URL: "https://example.com/imprint",
      ABUSE_CONTACT: "abuse@example.com",
      PUBLIC_LANGUAGES: "true",
      DESTINATION_SCHEMES: "mailto,tel",
    },
  });
  const german = { headers: { ...person, "Accept-Language": "de-CH,de;q=0.9" } };

  it("unknown and disabled links redirect alike, HEAD too, and are still missed", async () => {
    await service.api.create({ slug: "off", enabled: false });
    for (const slug of ["nobody-has-this", "off"]) {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers, body } = await visit(service.server, `/${slug}?utm_source=x`, {
          method,
          headers: person,
        });
        expect({ status, location: headers.location, body }).toEqual({
          status: 302,
          location: `https://example.com/find?q=${slug}`,
          body: "",
        });
        expect(headers["cache-control"]).toBe("private, no-store");
      }
    }
    // No slug: nothing to look for.
    expect((await visit(service.server, "/x.y", german)).status).toBe(404);
  });

  it("the front page redirects", async () => {
    const { status, headers } = await visit(service.server, "/", german);
    expect({ status, location: headers.location }).toEqual({
      status: 302,
      location: "https://example.com/home",
    });
  });

  it("pages of two segments have the look and the language", async () => {
    const { status, headers, body } = await visit(service.server, "/a/b", german);
    expect(status).toBe(404);
    expect(body).toMatch(/<html lang="de"[\s\S]*Seite nicht gefunden/);
    expect(body).toMatch(/<img src="\/logo\.svg\?v=\w+" alt="Acme"/);
    expect(String(headers.vary)).toMatch(/accept-language/i);
  });

  it("security.txt names the contact and ends in the future", async () => {
    const { status, headers, body } = await visit(service.server, "/.well-known/security.txt");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body).toMatch(/^Contact: mailto:abuse@example\.com\nExpires: \d{4}-/);
    expect(Date.parse(/Expires: (\S+)/.exec(body)?.[1] ?? "")).toBeGreaterThan(Date.now());
  });

  it("a link may lead to an app of a listed scheme, and is counted", async () => {
    const { slug } = await service.api.create({ url: "mailto:mara@example.com?subject=Hi" });
    const { status, headers } = await visit(service.server, `/${slug}`, { headers: person });
    expect({ status, location: headers.location }).toEqual({
      status: 302,
      location: "mailto:mara@example.com?subject=Hi",
    });
    expect((await service.api.get(slug)).clickCount).toBe(1);
    // A preview bot gets the card, without a scrape.
    expect(
      (await visit(service.server, `/${slug}`, { headers: { "User-Agent": browsers.slack } }))
        .status,
    ).toBe(200);
    expect((await service.api.get(slug)).ogFetchFailCount).toBe(0);
    expect((await service.api.call("GET", `/api/links/${slug}/health`)).body).toMatchObject({
      state: "unknown",
      checkedAt: null,
    });
    for (const url of ["sms:+15550100", "javascript:alert(1)"]) {
      expect((await service.api.call("POST", "/api/links", { url })).status, url).toBe(400);
    }
    const rows = {
      create: [{ url: "tel:+15550100" }, { url: "data:text/html,x" }],
      update: [{ slug, url: "tel:+15550101" }],
    };
    const bulk = await service.api.call<{ create: { ok?: boolean }[] }>(
      "POST",
      "/api/links/bulk",
      rows,
    );
    expect(JSON.stringify(bulk.body)).toContain("tel:+15550100");
    expect((await service.api.get(slug)).url).toBe("tel:+15550101");
  });
});

describe("with the dashboard", () => {
  const service = useSharedService();
  const set = (name: string, value: string) =>
    service.sql(
      `INSERT INTO "SiteSetting" VALUES ($1, $2) ON CONFLICT ("name") DO UPDATE SET "value" = $2`,
      [name, value],
    );
  const unset = () => service.sql(`DELETE FROM "SiteSetting"`);

  it("a change acts on every instance, on short links and pages, and so does its end", async () => {
    const before = shown(await visit(service.server, "/nobody-has-this", { headers: person }));
    const other = await startServer(service.databaseUrl, { env: { SITE_NAME: "Given" } });
    try {
      await set("SITE_NAME", "Acme");
      await set("PRIVACY_URL", "https://example.com/privacy");
      await vi.waitFor(async () => {
        for (const path of ["/nobody-has-this", "/", "/a/b"]) {
          const { body } = await visit(service.server, path, { headers: person });
          expect(body, path).toContain("Acme");
          expect(body, path).toContain("https://example.com/privacy");
        }
        // The environment of that instance wins.
        const { body } = await visit(other, "/nobody-has-this", { headers: person });
        expect(body).toContain("Given");
        expect(body).toContain("https://example.com/privacy");
      }, 30_000);
    } finally {
      await other.stop();
    }
    await unset();
    await vi.waitFor(
      async () =>
        expect(shown(await visit(service.server, "/nobody-has-this", { headers: person }))).toEqual(
          before,
        ),
      5_000,
    );
  });

  it("values that are not valid have no effect", async () => {
    await set("HOME_URL", service.server.url);
    await set("NOT_FOUND_URL", "javascript:alert(1)");
    await set("SITE_NAME", "Heard");
    await vi.waitFor(
      async () =>
        expect((await visit(service.server, "/", { headers: person })).body).toContain("Heard"),
      5_000,
    );
    expect((await visit(service.server, "/", { headers: person })).status).toBe(200);
    expect((await visit(service.server, "/nobody-has-this", { headers: person })).status).toBe(404);
    await unset();
  });
});
