import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { newOwnerSchema } from "@/lib/core/owner-schema";
import { channelSchema } from "@/lib/links/channel-schema";
import { linkListSchema } from "@/lib/links/list-schema";
import { linkChangesSchema, newLinkSchema } from "@/lib/links/schema";
import { newTagSchema } from "@/lib/links/tag-schema";
import { newApiTokenSchema } from "@/lib/owners/api-tokens";

const service = "https://go.example.com";
const url = "https://example.com/page";
const newLink = newLinkSchema({ BASE_URL: service, PORT: 3000 });
const changes = linkChangesSchema({ BASE_URL: service, PORT: 3000 });

/** The fields that are refused, in alphabetical order; empty when nothing is. */
function refusedBy(schema: z.ZodType, input: unknown): string[] {
  return (schema.safeParse(input).error?.issues ?? []).map((issue) => issue.path.join(".")).sort();
}

describe("damaged text", () => {
  it.each(["a\ufffdb", "a\ud800b", "a\0b"])("is refused in every field: %j", (text) => {
    const fields = { title: text, description: text, note: text, tags: [text], password: text };
    const links = { url: `${url}/${text}`, expiredUrl: `${url}?q=${text}` };
    expect(refusedBy(newLink, { ...links, ...fields })).toEqual([
      "description",
      "expiredUrl",
      "note",
      "password",
      "tags.0",
      "title",
      "url",
    ]);
    expect(refusedBy(changes, { ...links, ...fields })).toEqual([
      "description",
      "expiredUrl",
      "note",
      "password",
      "tags.0",
      "title",
      "url",
    ]);
    expect(
      refusedBy(newLink, {
        url,
        slug: text,
        image: `https://example.com/${text}`,
        aliases: [`${text}2`],
      }),
    ).toEqual(["aliases.0", "image", "slug"]);
    expect(refusedBy(channelSchema, { source: text, medium: "", campaign: "" })).toEqual([
      "source",
    ]);
    expect(refusedBy(newTagSchema, { name: text })).toEqual(["name"]);
    expect(
      refusedBy(newOwnerSchema, {
        email: "mara@example.com",
        password: "correct horse battery",
        name: text,
      }),
    ).toEqual(["name"]);
    expect(
      refusedBy(newApiTokenSchema, { name: text, role: "reader", expiresInDays: null }),
    ).toEqual(["name"]);
  });
});

describe("newLinkSchema", () => {
  it("fills in the defaults", () => {
    expect(newLink.parse({ url })).toEqual({ url, title: null, enabled: true, expiresAt: null });
  });

  it("keeps given values", () => {
    expect(
      newLink.parse({
        url,
        slug: "My_slug-1",
        title: "A title",
        enabled: false,
        expiresAt: "2030-01-31",
      }),
    ).toEqual({
      url,
      slug: "My_slug-1",
      title: "A title",
      enabled: false,
      expiresAt: new Date("2030-01-31T00:00:00Z"),
    });
  });

  it("accepts null for title and expiresAt", () => {
    expect(newLink.parse({ url, title: null, expiresAt: null })).toMatchObject({
      title: null,
      expiresAt: null,
    });
  });

  it("allows a past expiry", () => {
    expect(newLink.parse({ url, expiresAt: "2001-01-01T00:00:00Z" }).expiresAt).toEqual(
      new Date("2001-01-01T00:00:00Z"),
    );
  });

  it("keeps the destination exactly as given except outer white space", () => {
    const odd = "HTTP://Example.COM:80/a/../b?x=[y]&&é#";
    expect(newLink.parse({ url: ` \t${odd}\n` }).url).toBe(odd);
  });

  it.each([
    undefined,
    null,
    5,
    true,
    [url],
    {},
    "",
    "  ",
    "example.com",
    `${service}/loop`,
    "https://a:b@example.com",
    `${url}/${"a".repeat(8_192)}`,
  ])("refuses the destination %j", (bad) => {
    expect(refusedBy(newLink, { url: bad })).toEqual(["url"]);
  });

  it.each([
    null,
    5,
    "",
    "a".repeat(65),
    "a b",
    "a.b",
    "a/b",
    "ä",
    " a ",
    "api",
    "_next",
    "favicon.ico",
    "robots.txt",
    "sitemap.xml",
  ])("refuses the slug %j", (slug) => {
    expect(refusedBy(newLink, { url, slug })).toEqual(["slug"]);
  });

  it.each(["a", "a".repeat(64), "API", "dashboard", "-", "login"])(
    "accepts the slug %s",
    (slug) => {
      expect(newLink.parse({ url, slug }).slug).toBe(slug);
    },
  );

  it.each([
    ["trimmed", "  A title \n", "A title"],
    ["of several lines", "one\r\n two\rthree\u2028four\u0085\tfive", "one two three four five"],
    ["empty", "", null],
    ["only white space", " \t\n", null],
    ["of 500 characters", "x".repeat(500), "x".repeat(500)],
    ["of 500 characters of two code units", "😀".repeat(500), "😀".repeat(500)],
    ["of 500 characters and outer white space", ` ${"x".repeat(500)} `, "x".repeat(500)],
  ])("accepts a title %s", (_, given, kept) => {
    expect(newLink.parse({ url, title: given }).title).toBe(kept);
  });

  it.each([
    ["501 characters", "x".repeat(501)],
    ["501 characters of two code units", "😀".repeat(501)],
    ["NUL", "a\0b"],
    ["a lone surrogate", "a\ud800"],
    ["a number", 5],
    ["an object", {}],
  ])("refuses a title: %s", (_, title) => {
    expect(refusedBy(newLink, { url, title })).toEqual(["title"]);
  });

  it.each([null, 0, 1, "true", ""])("refuses enabled %j", (enabled) => {
    expect(refusedBy(newLink, { url, enabled })).toEqual(["enabled"]);
  });

  it.each(["", "never", "2030", "2026-02-30", 1896091200000, true, {}])(
    "refuses the expiry %j",
    (expiresAt) => {
      expect(refusedBy(newLink, { url, expiresAt })).toEqual(["expiresAt"]);
    },
  );

  const geo = { DE: url };
  it.each<[string, Record<string, unknown>]>([
    ["maxClicks", { maxClicks: 0 }],
    ["maxClicks", { maxClicks: 1.5 }],
    ["maxClicks", { maxClicks: "5" }],
    ["maxClicks", { maxClicks: 2_147_483_648 }],
    ["startsAt", { startsAt: "soon" }],
    ["expiredUrl", { expiredUrl: "javascript:alert(1)" }],
    ["expiredUrl", { expiredUrl: "/over" }],
    ["password", { password: "" }],
    ["password", { password: "x".repeat(129) }],
    ["forwardQuery", { forwardQuery: "yes" }],
    ["forwardUtm", { forwardUtm: 1 }],
    ["description", { description: "x".repeat(1_001) }],
    ["image", { image: "http://example.com/i.png" }],
    ["image", { image: "https://user:pw@example.com/i.png" }],
    ["ios", { ios: "/app" }],
    ["ios", { ios: "" }],
    ["ios", { ios: `${service}/other` }],
    ["android", { android: "javascript:alert(1)" }],
    ["android", { android: `${service}/other` }],
    ["geo", { geo: [] }],
    ["geo", { geo: "DE" }],
    ["geo.de", { geo: { ...geo, de: url } }],
    ["geo.UK", { geo: { ...geo, UK: url } }],
    ["geo.DE", { geo: { DE: "tel:1" } }],
    ["geo.DE", { geo: { DE: null } }],
    ["geo.DE", { geo: { DE: `${service}/other` } }],
    ["languages", { languages: "de" }],
    ["languages.DE", { languages: { DE: url } }],
    ["languages.iw", { languages: { iw: url } }],
    ["languages.ios", { languages: { ios: url } }],
    ["languages.android", { languages: { android: url } }],
    ["languages.default", { languages: { default: url } }],
    ["languages.de", { languages: { de: `${service}/other` } }],
    ["schedule", { schedule: { from: "2030-01-01", url } }],
    [
      "schedule",
      { schedule: Array.from({ length: 11 }, (_, at) => ({ from: `20${30 + at}-01-01`, url })) },
    ],
    [
      "schedule",
      {
        schedule: [
          { from: "2030-01-01", url },
          { from: "2030-01-01T01:00+01:00", url },
        ],
      },
    ],
    ["schedule.0.from", { schedule: [{ from: "soon", url }] }],
    ["schedule.0.url", { schedule: [{ from: "2030-01-01", url: `${service}/other` }] }],
  ])("refuses %s in %j", (path, fields) => {
    expect(refusedBy(newLink, { url, ...fields })).toEqual([path]);
    expect(refusedBy(changes, fields)).toEqual([path]);
  });
});

describe("linkChangesSchema", () => {
  it("has no defaults", () => {
    expect(Object.keys(changes.parse({}))).toEqual([]);
    expect(Object.keys(changes.parse({ clickCount: 5 }))).toEqual([]);
  });

  it.each([
    [{ url: ` ${url} ` }, { url }],
    [{ slug: "renamed" }, { slug: "renamed" }],
    [{ title: null }, { title: null }],
    [{ title: " " }, { title: null }],
    [{ title: " New " }, { title: "New" }],
    [{ enabled: false }, { enabled: false }],
    [{ expiresAt: null }, { expiresAt: null }],
    [{ languages: {} }, { languages: null }],
    [{ schedule: [] }, { schedule: null }],
    [
      {
        schedule: [
          { from: "2031-01-01", url },
          { from: "2030-01-01T01:00+01:00", url },
        ],
      },
      {
        schedule: [
          { from: "2030-01-01T00:00:00.000Z", url },
          { from: "2031-01-01T00:00:00.000Z", url },
        ],
      },
    ],
    [{ expiresAt: "2030-01-31" }, { expiresAt: new Date("2030-01-31T00:00:00Z") }],
  ])("reads %j", (given, read) => {
    expect(changes.parse(given)).toEqual(read);
  });

  it("names all problems at once", () => {
    const body = { url: null, slug: null, title: false, enabled: null, expiresAt: 5 };
    expect(refusedBy(changes, body)).toEqual(["enabled", "expiresAt", "slug", "title", "url"]);
  });

  it("also refuses URLs of the service and reserved slugs", () => {
    expect(refusedBy(changes, { url: `${service}/x`, slug: "api" })).toEqual(["slug", "url"]);
  });
});

describe("linkListSchema", () => {
  it.each([
    ["1", 1],
    ["199", 199],
    ["200", 200],
    ["201", 200],
    ["99999999999999999999", 200],
  ])("reads the limit %s as %i", (limit, read) => {
    expect(linkListSchema.parse({ limit }).limit).toBe(read);
  });

  it.each(["0", "-1", "1.5", "1e2", "ten", "", " 5", "0x10", "+5", "Infinity"])(
    "refuses the limit %j",
    (limit) => {
      expect(refusedBy(linkListSchema, { limit })).toEqual(["limit"]);
    },
  );

  it.each([
    ["0", 0],
    ["17", 17],
    ["1000", 1_000],
  ])("reads the offset %s", (offset, read) => {
    expect(linkListSchema.parse({ offset }).offset).toBe(read);
  });

  it.each(["-1", "-0", "0.5", "many", "", "1e3"])("refuses the offset %j", (offset) => {
    expect(refusedBy(linkListSchema, { offset })).toEqual(["offset"]);
  });

  it("caps a huge offset at what the database supports", () => {
    expect(linkListSchema.parse({ offset: "9".repeat(40) }).offset).toBe(2_147_483_647);
  });

  it.each([
    ["true", true],
    ["false", false],
  ])("reads enabled=%s", (enabled, read) => {
    expect(linkListSchema.parse({ enabled }).enabled).toBe(read);
  });

  it.each(["TRUE", "1", "0", "yes", ""])("refuses enabled=%s", (enabled) => {
    expect(refusedBy(linkListSchema, { enabled })).toEqual(["enabled"]);
  });

  it("trims q and refuses NUL, which Postgres cannot store", () => {
    expect(linkListSchema.parse({ q: " 50%_ " }).q).toBe("50%_");
    expect(refusedBy(linkListSchema, { q: "a\0" })).toEqual(["q"]);
  });
});
