// Run: verify
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { type ShareCard, shareCards } from "@/lib/core/share";
import { shareTextsFor } from "@/lib/pages/share-texts";
import { columnHeads } from "@/lib/texts/column-heads";
import type { Problem } from "../support/contract";
import { DashboardClient } from "../support/dashboard";
import { readPayload } from "../support/page-payload";
import { useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const service = useSharedService();

interface Created {
  id: string;
  url: string;
}

let next = 0;
const unused = (what: string) => `${what}-${++next}-${Math.random().toString(36).slice(2, 8)}`;
const share = async (body: Record<string, unknown>) => {
  const answer = await service.api.call<Created>("POST", "/api/shares", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const pathOf = ({ url }: Created) => new URL(url).pathname;
const open = (path: string, headers: Record<string, string> = {}) =>
  visit(service.server, path, { headers: { "User-Agent": browsers.windows, ...headers } });
const refused = async (body: unknown) => {
  const answer = await service.api.call<Problem>("POST", "/api/shares", body);
  return [answer.status, answer.body.errors.map(({ path }) => path)];
};

/** Clicks whose every label says what it is. */
async function clickTimes(slug: string, times: number, name: string, campaign = `${name}-camp`) {
  for (let click = 0; click < times; click++)
    await visit(service.server, `/${slug}?utm_campaign=${campaign}&utm_source=${name}-src`, {
      headers: {
        "User-Agent": browsers.iphone,
        Referer: `https://${name}.example/secret-path`,
        "Accept-Language": "de-CH",
        "x-vercel-ip-country": "CH",
        "x-vercel-ip-country-region": `${name}-region`,
        "x-vercel-ip-city": `${name}-city`,
      },
    });
}

describe("/api/shares", () => {
  it("makes, lists and revokes a page", async () => {
    const { slug } = await service.api.create({});
    const answer = await service.api.call<Created>("POST", "/api/shares", {
      slug,
      cards: [...shareCards],
      days: 30,
    });
    const { url, ...rest } = answer.body;
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/api/shares/${rest.id}`);
    expect(new URL(url).pathname).toMatch(/^\/dashboard\/share\/[\w-]{22}$/);
    const listed = await service.api.call<{ shares: Created[] }>("GET", "/api/shares");
    expect(listed.body.shares).toContainEqual(rest);
    expect(JSON.stringify(listed.body)).not.toContain(url.slice(-22));
    expect((await open(pathOf(answer.body))).status).toBe(200);
    const removed = await service.api.call("DELETE", `/api/shares/${rest.id}`);
    expect(removed.status).toBe(204);
    expect((await open(pathOf(answer.body))).status).toBe(404);
    expect((await service.api.call("DELETE", `/api/shares/${rest.id}`)).status).toBe(404);
    const noted = await service.sql<{ event: string; about: string }>(
      `SELECT "event", "about" FROM "AuditEvent" WHERE "aboutId" = $1 ORDER BY "id"`,
      [`share:${rest.id}`],
    );
    expect(noted).toEqual([
      { event: "share-created", about: `/${slug}` },
      { event: "share-revoked", about: `/${slug}` },
    ]);
  });

  it("stores its address as a hash only", async () => {
    const { slug } = await service.api.create({});
    const { url, id } = await share({ slug });
    const rows = await service.sql<{ row: string }>(
      `SELECT to_jsonb(s)::text || coalesce((SELECT string_agg(to_jsonb(a)::text, '') FROM "AuditEvent" a), '') AS "row" FROM "Share" s WHERE "id" = $1`,
      [id],
    );
    expect(rows[0]?.row).toContain("share-created");
    expect(rows[0]?.row).not.toContain(url.slice(-22));
  });

  it.each([
    ["no subject", {}, ["slug"]],
    ["two subjects", { slug: "x", tag: "y" }, ["tag"]],
    ["an unknown card", { slug: "x", cards: ["notes"] }, ["cards.0"]],
    ["an unknown field", { slug: "x", pasword: "y" }, ["pasword"]],
    ["days that are none", { slug: "x", days: 0 }, ["days"]],
    ["a first day alone", { slug: "x", from: "2026-01-01" }, ["to"]],
    ["days in the wrong order", { slug: "x", from: "2026-02-01", to: "2026-01-01" }, ["to"]],
    ["a day that is none", { slug: "x", from: "2026-02-30", to: "2026-03-05" }, ["from"]],
    ["more than five years", { slug: "x", from: "2016-01-01", to: "2026-01-01" }, ["from"]],
    ["an end that is none", { slug: "x", expiresAt: "soon" }, ["expiresAt"]],
    ["an empty password", { slug: "x", password: "" }, ["password"]],
    ["NUL in a name", { campaign: "a\0b" }, ["campaign"]],
    ["cards that are no list", { slug: "x", cards: "countries" }, ["cards"]],
  ])("refuses %s", async (_, body, paths) => {
    expect(await refused(body)).toEqual([400, paths]);
  });

  it("says which links and tags do not exist", async () => {
    expect((await service.api.call("POST", "/api/shares", { slug: "nobody" })).status).toBe(404);
    expect((await service.api.call("POST", "/api/shares", { tag: "nobody" })).status).toBe(404);
  });
});

describe("a share page", () => {
  it("answers 404 for what is unknown or ended, and to nobody else", async () => {
    const { slug } = await service.api.create({});
    const ended = await share({ slug, expiresAt: "2020-01-01" });
    for (const path of [
      pathOf(ended),
      `${pathOf(ended)}/csv`,
      "/dashboard/share/x",
      `/dashboard/share/${"x".repeat(22)}`,
    ])
      expect((await open(path)).status, path).toBe(404);
  });

  it("is not for search engines, caches, frames and other sites", async () => {
    const { slug } = await service.api.create({});
    const { headers } = await open(pathOf(await share({ slug })));
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
  });

  it("ends with its link, and with its tag unless that is merged", async () => {
    const [tag, other] = [unused("tag"), unused("other")];
    const { slug } = await service.api.create({ tags: [tag, other] });
    const pages = {
      link: await share({ slug }),
      tag: await share({ tag }),
      other: await share({ tag: other }),
    };
    await service.api.call("PATCH", `/api/tags/${tag}`, { name: other });
    expect((await open(pathOf(pages.tag))).status).toBe(200);
    await service.api.call("DELETE", `/api/tags/${other}`);
    await service.api.remove(slug);
    await expect
      .poll(async () =>
        Promise.all(Object.values(pages).map(async (page) => (await open(pathOf(page))).status)),
      )
      .toEqual([404, 404, 404]);
  });

  it("asks for its password and limits guesses", async () => {
    const { slug } = await service.api.create({ title: "Secret title" });
    const page = await share({ slug, password: "open sesame", csv: true });
    const path = pathOf(page);
    const closed = await open(path);
    expect(closed.status).toBe(200);
    expect(closed.body).not.toContain("Secret title");
    expect(closed.body).not.toContain(slug);
    for (const file of ["csv", "csv?excel"])
      expect((await open(`${path}/${file}`)).status).toBe(404);
    const client = new DashboardClient(service.server, "198.51.100.77");
    const send = (password: string) =>
      client.callFormAction(path, "submitSharePassword", { token: path.slice(-22), password });
    expect((await send("wrong")).body).toContain("Incorrect password");
    expect(client.cookieNames()).toEqual([]);
    expect((await send("open sesame")).status).toBe(200);
    expect((await client.get(path)).body).toContain("Secret title");
    expect((await client.get(`${path}/csv`)).status).toBe(200);
    // Only that page, and not with a cookie that somebody made up.
    const made = client.cookieHeader().replace(/=(\d+)\./, "=9$1.");
    expect((await open(path, { Cookie: made })).body).not.toContain("Secret title");
    // One was wrong already. Those that wait for their turn in vain are not checked, nor counted.
    const atOnce = Array.from({ length: 25 }, (_, guess) => send(`no ${guess}`));
    const isWrong = ({ body }: { body: string }) => body.includes("Incorrect password");
    let wrong = 1 + (await Promise.all(atOnce)).filter(isWrong).length;
    while (wrong < 20) if (isWrong(await send("no"))) wrong++;
    expect(wrong).toBe(20);
    expect((await send("open sesame")).body).toContain("Too many attempts. Wait");
  });

  it("answers in the visitor's language", async () => {
    const { slug } = await service.api.create({});
    const { body } = await open(pathOf(await share({ slug })), { "Accept-Language": "de-AT" });
    expect(body).toContain('<html lang="de"');
    expect(body).toContain("Eindeutige Besucher");
  });

  it("has a file for the visitor's spreadsheet", async () => {
    const { slug } = await service.api.create({});
    await clickTimes(slug, 1, "excel");
    const path = pathOf(await share({ slug, days: 7, csv: true }));
    const { body, status } = await open(`${path}/csv?excel`, { "Accept-Language": "de-AT" });
    expect(status).toBe(200);
    const heads = ["part", "label", "detail", "clicks", "uniqueVisitors"].map((name) =>
      columnHeads("de", "statistics").get(name),
    );
    const [head, ...rows] = body.split("\r\n").slice(0, -1);
    expect(head).toBe(`\uFEFF${heads.map((name) => `"${name}"`).join(";")}`);
    expect(rows.filter((row) => row.startsWith(`"day"`))).toHaveLength(7);
    expect(rows[6]).toMatch(/^"day";\d{4}-\d\d-\d\d;;1;1$/);
    expect((await open(`${path}/csv`)).body).toMatch(/^"part","label",/);
  });
});

/** The cells of a CSV file, with or without the mark of UTF-8. */
const cellsOf = (file: string) => Papa.parse<string[]>(file.replace("\uFEFF", "").trim()).data;

/** Everything that a page sends, as HTML, as React's payload and as files. */
async function sentBy(page: Created): Promise<string[]> {
  const path = pathOf(page);
  const html = await open(path);
  // Next asks for a parameter that keeps caches from mixing it up with the page.
  const { headers: asked } = await open(path, { RSC: "1" });
  const payload = await open(String(asked.location), { RSC: "1" });
  const files = [await open(`${path}/csv`), await open(`${path}/csv?excel`)];
  return [html, payload, ...files].map(({ status, body }) => {
    expect(status).toBe(200);
    return body;
  });
}

/** The fields of Next's own, and the props of elements. */
const keysOfPages = new Set(
  (
    "G P S a b c d h i k l m n p q r s t v error errorScripts errorStyles forbidden notFound " +
    "parallelRouterKey precedence template templateScripts templateStyles unauthorized " +
    "aria-hidden aria-label async charSet children className content crossOrigin data-theme dir " +
    "download fill height hidden href id lang media name nonce preserveAspectRatio rel role rx " +
    "scope src stroke strokeLinecap strokeLinejoin strokeWidth style tabIndex type viewBox width xmlns"
  ).split(" "),
);
/** What every page says or names, whatever it is about. */
const wordsOfPages = [
  ...Object.values(shareTextsFor("en")),
  ...["", " ", ". ", ", so far", ", ", "so far", "0", "Page not found", "404", "Home"],
  "Check the address, or ask the sender for a new link.",
  // Names of elements: cards, lists, icons, and the tags in the head.
  ...shareCards,
  ..."browser campaign channel city country device link locale os referrer".split(" "),
  ..."check copy ellipsis import megaphone pause pencil plus qr retry search warning".split(" "),
  ..."1 2 3 4 5 script-0 script-1 color-scheme referrer robots theme-color viewport en".split(" "),
  ..."#0F0E0D #FAFAF9 no-referrer / /icon-192.png /mark.svg".split(" "),
  ...["light dark", "noindex, nofollow", "width=device-width, initial-scale=1"],
  // Where Next keeps the page, and columns of the file.
  ..."c d h children 16 token dashboard share __PAGE__ Next.Metadata Next.MetadataOutlet ViewportBoundary MetadataBoundary".split(
    " ",
  ),
  ..."part label detail clicks uniqueVisitors day".split(" "),
];
/** Days, and the names of files and versions that a build makes. */
const wordPatterns = [
  /^\d{4}-\d\d-\d\d(T00:00:00\.000Z)?$/,
  /^[A-Z][a-z]{2} \d{1,2}(, \d{4})?(\s–\s([A-Z][a-z]{2} )?\d{1,2}, \d{4})?$/,
  /^\/_next\/static\/chunks\/[\w-]+\.(js|css)$/,
  /^[0-9a-f]{64}$/,
  /^[\w-]{21}[mv]$/,
];

/** What an HTML page says without its scripts. */
function textsIn(html: string): string[] {
  return html
    .replace(/<(script|style)\b.*?<\/\1>/gs, "")
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll("&amp;", "&"));
}

describe("nothing but what was chosen", () => {
  it("leaves its origin: only known keys, and no word or number of another card", async () => {
    const [most, some] = [unused("most"), unused("some")];
    const title = "Shown title";
    const { slug } = await service.api.create({
      url: `https://${unused("destination")}.example/?private=query`,
      title,
      note: "private note",
    });
    await clickTimes(slug, 8, most);
    await clickTimes(slug, 7, some);
    const ofBoth = (label: string) => [most + label, some + label];
    const labels: Record<ShareCard, string[]> = {
      channels: [...ofBoth("-src"), ...ofBoth("-src").map((tag) => `${tag} ${tag}`)].concat([
        "8",
        "53%",
        "7",
        "47%",
      ]),
      countries: ["Switzerland", "CH", "15", "100%"],
      referrers: [...ofBoth(".example"), "8", "53%", "7", "47%"],
      cities: [...ofBoth("-city"), ...ofBoth("-city CH"), "CH", "8", "53%", "7", "47%"],
      devices: ["Mobile", "Mobile Safari", "iOS", "15", "100%"],
      campaigns: [...ofBoth("-camp"), "8", "53%", "7", "47%"],
      languages: ["German (CH)", "de-CH", "15", "100%"],
      comparison: [],
      links: [`/${slug}`, slug, title, `${slug} ${title}`, "15", "100%"],
    };
    const choices: ShareCard[][] = [
      [],
      ["countries", "languages"],
      ["referrers", "links"],
      ["cities"],
      ["devices", "campaigns"],
      ["channels"],
    ];
    for (const cards of choices) {
      const page = await share({ slug, cards, csv: true });
      const mine = cards.flatMap((card) => labels[card]);
      const [{ host }, address] = [new URL(page.url), pathOf(page)];
      const always = [`${host}/${slug}`, `${host}/${slug} · Slugline`, host, title, "15", "1"];
      const allowed = new Set(
        [...wordsOfPages, ...always, ...mine, ...mine.map((label) => `${label} null`)].concat(
          address.slice(-22),
          `${address}/csv`,
          `${address}/csv?excel`,
          "Clicks by day: 15",
        ),
      );
      const isUnknown = (word: string) =>
        !allowed.has(word) && !wordPatterns.some((pattern) => pattern.test(word));
      const [html = "", payload = "", ...files] = await sentBy(page);
      for (const sent of [html, payload]) {
        const { keys, words } = readPayload(sent);
        expect([...keys].filter((key) => !keysOfPages.has(key))).toEqual([]);
        expect([...words].filter(isUnknown), cards.join()).toEqual([]);
        for (const card of cards)
          for (const label of labels[card].slice(0, 1)) expect(words).toContain(label);
      }
      expect(textsIn(html).filter(isUnknown), cards.join()).toEqual([]);
      const [cells = [], cellsForExcel] = files.map(cellsOf);
      expect(cells.flat().filter(isUnknown), cards.join()).toEqual([]);
      // Only the names of columns differ, and an apostrophe may keep text from becoming a number.
      const unguarded = cellsForExcel?.map((row) => row.map((cell) => cell.replace(/^'/, "")));
      expect(unguarded).toEqual([[...columnHeads("en", "statistics").values()], ...cells.slice(1)]);
    }
  });

  it("hides cities and referrers with fewer than three clicks until they have three", async () => {
    const name = unused("third");
    const { slug } = await service.api.create({});
    const wanted = { slug, cards: ["referrers", "cities"], csv: true };
    await clickTimes(slug, 2, name);
    for (const body of await sentBy(await share(wanted))) expect(body).not.toContain(name);
    await clickTimes(slug, 1, name);
    for (const body of await sentBy(await share(wanted))) {
      expect(body).toContain(`${name}.example`);
      expect(body).toContain(`${name}-city`);
    }
  });
});

describe("its figures", () => {
  it("are those of the report, for a link, a tag and a campaign", async () => {
    const [tag, campaign] = [unused("tag"), unused("campaign")];
    const links = [
      await service.api.create({ tags: [tag] }),
      await service.api.create({ tags: [tag] }),
    ];
    await clickTimes(links[0]?.slug ?? "", 3, "x", campaign);
    await clickTimes(links[1]?.slug ?? "", 4, "x", campaign);
    await clickTimes(links[1]?.slug ?? "", 2, "x", "another");
    const clicksOf = async (body: object) => {
      const [, , file = ""] = await sentBy(await share({ ...body, cards: ["links"], csv: true }));
      const rows = Papa.parse<Record<string, string>>(file, { header: true }).data;
      const sum = (part: string) =>
        rows
          .filter((row) => row.part === part)
          .reduce((all, { clicks }) => all + Number(clicks), 0);
      return [sum("day"), sum("link")];
    };
    expect(await clicksOf({ slug: links[0]?.slug })).toEqual([3, 3]);
    expect(await clicksOf({ tag })).toEqual([9, 9]);
    expect(await clicksOf({ campaign })).toEqual([7, 7]);
    // Not those without a campaign.
    await clickTimes(links[0]?.slug ?? "", 1, "y", "");
    expect(await clicksOf({ campaign: "None" })).toEqual([0, 0]);
  });

  it("tell the campaign None from clicks without a campaign", async () => {
    const { slug } = await service.api.create({});
    await clickTimes(slug, 2, "z", "");
    await clickTimes(slug, 1, "z", "None");
    await clickTimes(slug, 3, "z", "Other");
    const [html, , file = ""] = await sentBy(
      await share({ slug, cards: ["campaigns"], csv: true }),
    );
    expect(cellsOf(file).filter(([part]) => part === "campaign")).toEqual([
      ["campaign", "Other", "Other", "3", ""],
      ["campaign", "None", "", "2", ""],
      ["campaign", "None", "None", "1", ""],
    ]);
    const { campaigns } = shareTextsFor("en");
    const list = html?.slice(html.indexOf(`<ul aria-label="${campaigns}"`)) ?? "";
    expect(list).toMatch(/No campaign.*None/);
  });

  it("of fixed days stay those of the links that the tag had", async () => {
    const tag = unused("tag");
    const { slug } = await service.api.create({ tags: [tag] });
    await clickTimes(slug, 3, "x");
    const today = new Date().toISOString().slice(0, 10);
    const fixed = await share({ tag, cards: ["links"], from: today, to: today });
    const rolling = await share({ tag, cards: ["links"] });
    const later = await service.api.create({ tags: [tag] });
    await clickTimes(later.slug, 5, "x");
    expect((await open(pathOf(fixed))).body).not.toContain(later.slug);
    expect((await open(pathOf(rolling))).body).toContain(later.slug);
  });

  it("are read once a minute", async () => {
    const { slug } = await service.api.create({});
    const page = await share({ slug, csv: true });
    const [, , before] = await sentBy(page);
    await clickTimes(slug, 3, "x");
    expect((await sentBy(page))[2]).toBe(before);
  });
});
