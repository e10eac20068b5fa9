import { expect } from "vitest";

type Values = Record<string, unknown>;

/** One call of an operation, for every generated client. What it answers must match `answer`. */
export interface Call {
  id: string;
  path?: Values;
  query?: Values;
  headers?: Values;
  body?: unknown;
  /** 200, 201 or 204 by default. */
  status?: number;
  answer?: unknown;
}

const destination = "https://example.com/page";
const text = (part: string) => expect.stringContaining(part);
const listOf = (...slugs: string[]) => ({
  links: slugs.map((slug) => expect.objectContaining({ slug })),
  total: slugs.length,
});
const imported = (status: string, slug: string) => ({ [status]: 1, results: [{ slug, status }] });

/**
 * Each operation at least once, in an order in which every call finds what it needs. `own` begins
 * the names of all that is created. Bodies and queries leave out what is optional where they can,
 * and give a list where one is taken.
 */
export function calls(own: string): Call[] {
  const [one, two, many, csv, json, tag] = ["one", "two", "many", "csv", "json", "tag"].map(
    (name) => `${own}-${name}`,
  ) as Names;
  const ofOne = { path: { slug: one } };
  const ofNone = {
    path: { id: "0d3f7f0e-5b1c-4c53-9d3a-7f6f5a1c2b3d" },
    status: 404,
    answer: { code: "not_found" },
  };
  return [
    {
      id: "createTag",
      body: { name: tag },
      headers: { "Idempotency-Key": `${own}-1` },
      answer: { name: tag },
    },
    { id: "createLink", body: { url: destination }, answer: { url: destination, enabled: true } },
    {
      id: "createLink",
      body: { url: destination, slug: one, tags: [tag] },
      query: { ifExists: "return" },
      headers: { "Idempotency-Key": `${own}-2` },
    },
    {
      id: "createLink",
      body: everyField(two, [tag]),
      answer: {
        slug: two,
        title: null,
        aliases: [`${two}-alias`],
        maxClicks: 7,
        hasPassword: true,
      },
    },
    {
      id: "createLink",
      body: { url: "ftp://example.com/" },
      status: 400,
      answer: { code: "validation_failed" },
    },
    {
      id: "changeLinks",
      body: { create: [{ url: destination, slug: many }] },
      query: { atomic: true },
      answer: { results: [{ status: 201 }] },
    },
    {
      id: "changeLinks",
      body: { update: [{ slug: many, enabled: false }], delete: [] },
      answer: { results: [{ link: { enabled: false } }] },
    },
    {
      id: "importLinks",
      body: csvFile(csv),
      query: { dryRun: true },
      answer: { dryRun: true, importId: null, ...imported("created", csv) },
    },
    {
      id: "importLinks",
      body: csvFile(csv),
      query: { dryRun: false, source: "csv" },
      answer: { dryRun: false, ...imported("created", csv) },
    },
    {
      id: "importLinks",
      body: [{ url: destination, slug: json }],
      answer: imported("created", json),
    },
    {
      id: "importLinks",
      body: { links: [{ url: destination, slug: json }] },
      answer: imported("skipped", json),
    },
    {
      id: "importLinks",
      body: `Long;Short\n${destination};${csv}-2\n`,
      query: { url: "Long", slug: "Short" },
      answer: imported("created", `${csv}-2`),
    },
    {
      id: "importLinks",
      body: "",
      query: { undo: "0f8b7a52-6d41-4a3e-9a61-2f4f1f7f7d10" },
      status: 404,
      answer: { code: "not_found" },
    },
    {
      id: "replaceDestinations",
      body: { find: "example.com", replace: "example.org", scope: "host", slugs: [many] },
      headers: { "Idempotency-Key": `${own}-4` },
      answer: { changed: 1 },
    },
    {
      id: "getLink",
      path: { slug: csv },
      headers: { "If-None-Match": '"another"' },
      answer: { url: "https://example.com/a?b=1&c=\u00fc,x", title: 'Say "hi"' },
    },
    {
      id: "listLinks",
      query: { tag: [tag, `${tag}-2`], tagMode: "any", sort: "slug", state: "active" },
      answer: listOf(one),
    },
    {
      id: "listLinks",
      query: { q: `${own}-`, enabled: false, limit: 1, offset: 0 },
      answer: { ...listOf(many), limit: 1 },
    },
    {
      id: "updateLink",
      ...ofOne,
      body: { title: "A title" },
      answer: { title: "A title", tags: [tag] },
    },
    { id: "listLinkChanges", ...ofOne, answer: { changes: [{ field: "title", to: "A title" }] } },
    { id: "listAliases", path: { slug: two }, answer: { aliases: [{ slug: `${two}-alias` }] } },
    { id: "getLinkHealth", ...ofOne, answer: { state: "unchecked" } },
    {
      id: "getLinkQrCode",
      ...ofOne,
      query: { size: 300, margin: 2, color: "003366", level: "high", utm_source: "poster" },
    },
    {
      id: "exportLinks",
      query: { q: `${own}-`, tag: [tag], state: "active" },
      answer: text(`"${one}","${destination}"`),
    },
    { id: "exportRedirects", query: { format: "netlify" }, answer: text(`/${one} `) },
    { id: "exportClicks", ...ofOne, query: { from: "2026-01-01", to: "2026-01-31" }, answer: [] },
    { id: "exportClicksAsJson", ...ofOne, answer: [] },
    { id: "exportClicksAsNdjson", ...ofOne },
    { id: "exportClicksAsCsv", ...ofOne, answer: text("createdAt") },
    {
      id: "listTags",
      answer: {
        tags: expect.arrayContaining([expect.objectContaining({ name: tag, linkCount: 2 })]),
      },
    },
    {
      id: "updateTag",
      path: { name: tag },
      body: { color: "red" },
      answer: { name: tag, color: "red" },
    },
    {
      id: "getLinkStatistics",
      ...ofOne,
      query: {
        days: 7,
        timezone: "Europe/Berlin",
        interval: "day",
        compare: "previous",
        country: ["NL", "DE"],
        utm_source: ["!None"],
      },
      answer: { slug: one, range: { days: 7, clicks: 0 } },
    },
    {
      id: "getLinkStatistics",
      ...ofOne,
      query: { from: "2026-01-01", to: "2026-01-03" },
      answer: { range: { days: 3 } },
    },
    { id: "getStatistics", answer: { totalLinks: expect.any(Number) } },
    {
      id: "getReport",
      query: { slug: [one, two] },
      answer: { range: { days: 30 }, totalClicks: 0 },
    },
    {
      id: "getReport",
      query: { tag: [tag, `${tag}-none`] },
      status: 404,
      answer: { code: "not_found" },
    },
    { id: "listMissedLinks", query: { days: 7 }, answer: { missedLinks: expect.any(Array) } },
    {
      id: "changeMissedLink",
      path: { slug: `${own}-missed` },
      body: { ignored: true },
      answer: { ignored: true },
    },
    {
      id: "listSingleVisitors",
      ...ofOne,
      answer: { found: [], setAside: [] },
    },
    {
      id: "setClicksAside",
      ...ofOne,
      body: { visitor: "0c9d2f61-5a7e-8b41-8f3c-6d1e0b7a4925" },
      status: 404,
      answer: { code: "not_found" },
    },
    {
      id: "undoSetAside",
      path: { slug: one, visitor: "0c9d2f61-5a7e-8b41-8f3c-6d1e0b7a4925" },
      status: 404,
      answer: { code: "not_found" },
    },
    {
      id: "createShare",
      body: { tag, cards: ["countries"], days: 30 },
      answer: { tag, url: text("/dashboard/share/") },
    },
    { id: "listShares", answer: { shares: expect.any(Array) } },
    { id: "revokeShare", ...ofNone },
    {
      id: "createReceiver",
      body: {
        name: own,
        kind: "webhook",
        url: destination,
        events: ["link.deleted"],
        enabled: false,
      },
      headers: { "Idempotency-Key": `${own}-3` },
      answer: { name: own, enabled: false, secret: text("whsec_") },
    },
    { id: "listReceivers", answer: { webhooks: expect.any(Array) } },
    { id: "getReceiver", ...ofNone },
    { id: "updateReceiver", ...ofNone, body: { enabled: true } },
    { id: "testReceiver", ...ofNone },
    { id: "listDeliveries", ...ofNone },
    { id: "deleteReceiver", ...ofNone },
    { id: "getMetrics", answer: text("slugline_") },
    { id: "checkLiveness", answer: { status: "ok" } },
    { id: "checkReadiness", query: { for: "visitors" }, answer: { redirects: true } },
    { id: "keepDestinationHost", ...ofOne, body: { expectedHost: "new.example" }, status: 412 },
    { id: "getClient", path: { file: "slugline.py" }, answer: text("def ") },
    { id: "getDocs", answer: text("<html") },
    { id: "getOpenApi" },
    { id: "deleteTag", path: { name: tag } },
    { id: "deleteLink", ...ofOne },
    { id: "getLink", ...ofOne, status: 404, answer: { code: "not_found" } },
  ];
}

type Names = [string, string, string, string, string, string];

function csvFile(slug: string): string {
  return `url,slug,title\n"https://example.com/a?b=1&c=\u00fc,x",${slug},"Say ""hi"""\n`;
}

function everyField(slug: string, tags: string[]) {
  return {
    url: destination,
    slug,
    title: null,
    enabled: true,
    expiresAt: "2090-01-31T12:00:00Z",
    tags,
    note: "A note",
    aliases: [`${slug}-alias`],
    maxClicks: 7,
    startsAt: "2080-01-31",
    expiredUrl: "https://example.com/over",
    ios: "https://example.com/ios",
    android: "https://example.com/android",
    geo: { DE: "https://example.com/de" },
    languages: { "pt-BR": "https://example.com/pt" },
    schedule: [{ from: "2030-12-01T08:00:00Z", url: "https://example.com/winter" }],
    password: "open sesame",
    forwardQuery: true,
    forwardUtm: false,
    description: "A description",
    image: "https://example.com/card.png",
  };
}
