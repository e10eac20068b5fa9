import dataSet from "crawler-user-agents";
import { describe, expect, it } from "vitest";
import { findPublicBot } from "@/lib/previews/public-bots";
import { findUnfurler } from "@/lib/previews/unfurlers";
import { classifyVisitor } from "@/lib/visits/describe/classify-visitor";
import { headersOf } from "../support/headers";
import { realBrowsers } from "../support/real-browsers";
import { browsers, plainClients } from "../support/user-agents";

interface Agent {
  userAgent: string;
  tags: string[];
}

const entries: readonly { instances: string[]; tags?: string[] }[] = dataSet;
const agents: Agent[] = entries.flatMap(({ instances, tags = [] }) =>
  instances.map((userAgent) => ({ userAgent, tags })),
);
const previews = agents.filter(({ tags }) => tags.includes("social-preview"));
const others = agents.filter(
  ({ tags }) =>
    !["social-preview", "http-library", "browser-automation"].some((tag) => tags.includes(tag)),
);

const reasonOf = (userAgent: string) =>
  classifyVisitor({ method: "GET", slug: "sale", header: headersOf({ "user-agent": userAgent }) })
    .uncounted;
const textsOf = (list: Agent[]) => list.map(({ userAgent }) => userAgent).sort();

describe("the public data set of bots", () => {
  it("is at least as large as when it was reviewed", () => {
    expect(previews.length).toBeGreaterThanOrEqual(138);
    expect(others.length).toBeGreaterThanOrEqual(1_854);
    expect(agents.length).toBeGreaterThanOrEqual(2_118);
  });

  it("has eight preview agents that get no card: a person, AI and search crawlers, and image proxies", () => {
    const withoutCard = previews.filter(
      ({ userAgent }) => reasonOf(userAgent)?.kind !== "unfurler",
    );
    expect(textsOf(withoutCard)).toEqual([
      "Mozilla/5.0 (Linux; Android 16; Pixel 10 Pro XL Build/CP1A.260305.018; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0.7680.174 Mobile Safari/537.36 MetaIAB Facebook",
      "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; TikTokSpider; ttspider-feedback@tiktok.com)",
      "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
      "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html",
      "github-camo (c006e452)",
      "meta-externalagent/1.1",
      "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
      "meta-webindexer/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
    ]);
    expect(textsOf(withoutCard.filter(({ userAgent }) => reasonOf(userAgent) === null))).toEqual([
      expect.stringMatching(/ MetaIAB Facebook$/),
    ]);
    expect(previews.length - withoutCard.length).toBeGreaterThanOrEqual(130);
  });

  it("has at most 30 other bots that count as clicks", () => {
    expect(
      others.filter(({ userAgent }) => reasonOf(userAgent) === null).length,
    ).toBeLessThanOrEqual(30);
  });

  it("shows no AI crawler the card", () => {
    const ai = agents.filter(({ tags }) => tags.includes("ai-crawler"));
    expect(ai.length).toBeGreaterThan(90);
    expect(textsOf(ai.filter(({ userAgent }) => findUnfurler(userAgent) !== null))).toEqual([]);
  });

  it("classifies no plain HTTP client as a bot", () => {
    const names =
      /^(?:curl|Wget\/|python-requests|Python-urllib|python-httpx|Python\/|axios|okhttp|Go-http-client|Apache-HttpClient|node-fetch)/;
    const clients = agents.filter(({ userAgent }) => names.test(userAgent));
    expect(clients.length).toBeGreaterThan(50);
    expect(textsOf(clients.filter(({ userAgent }) => reasonOf(userAgent) !== null))).toEqual([]);
  });

  it("gives every bot a short, printable name without its version", () => {
    for (const { userAgent } of agents) {
      const reason = reasonOf(userAgent);
      if (reason === null) continue;
      expect(reason.name, userAgent).toMatch(/^[!-~](?:[ -~]{0,62}[!-~])?$/);
      expect(
        reasonOf(userAgent.replaceAll(/(?<!Mozilla)\/\d+\.\d+/g, "/99.0"))?.name,
        userAgent,
      ).toBe(reason.name);
    }
  });
});

describe("real browsers", () => {
  it("are 2,000 or more", () => {
    expect(realBrowsers.length).toBeGreaterThanOrEqual(2_000);
  });

  it("all count as clicks", () => {
    expect(realBrowsers.filter((userAgent) => reasonOf(userAgent) !== null)).toEqual([]);
  });

  it.each([
    "Opened in GroupMeBot",
    "Zapier",
    "Notion/3.11.1",
    "(Zabbix)",
    "Goodreads/6.2",
    "Meltwater/1",
  ])("count as clicks with a bot's name at the end: %s", (name) => {
    for (const [, userAgent] of browsers)
      expect(findPublicBot(`${userAgent} ${name}`), userAgent).toBeNull();
  });
});

describe("findPublicBot", () => {
  it.each([
    ["at the start", "Zapier"],
    ["before a version", "Zapier/1.0"],
    ["in the first comment", "Mozilla/5.0 (Zapier/1.0; +https://zapier.example)"],
    ["after compatible", "Mozilla/5.0 (compatible; Zapier/1.0)"],
    [
      "after a late compatible",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; Zapier/1.0) Chrome/120.0.0.0",
    ],
  ])("recognises a name %s", (_, userAgent) => {
    expect(findPublicBot(userAgent)).toMatchObject({ name: "Zapier", isPreview: false });
  });

  it.each([
    ["nothing", ""],
    ["a longer word", "Zapierish/1.0"],
    ["another spelling", "zapier"],
    ["a later word", "My Zapier"],
    ["a name of Object.prototype", "constructor"],
    ["a tutorial's greeting", "Hello World"],
  ])("finds no bot in %s", (_, userAgent) => {
    expect(findPublicBot(userAgent)).toBeNull();
  });

  it("prefers the longest name", () => {
    expect(findPublicBot("BlueskyPreviewBot/1.0")).toMatchObject({
      name: "BlueskyPreviewBot",
      isPreview: true,
    });
    expect(findPublicBot("Googlebot-Image/1.0")).toMatchObject({
      name: "Googlebot-Image",
      isPreview: false,
    });
  });

  it.each(plainClients)("does not match the plain client %s", (_, userAgent) => {
    expect(findPublicBot(userAgent)).toBeNull();
  });
});

/** What a new user agent costs; processor time, as other programs run beside the tests. */
describe("hostile user agents", () => {
  const chrome =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 ";
  const hostile = [
    "a",
    " ",
    "(",
    "/1",
    "compatible; ",
    "(compatible; ",
    "bot",
    "WhatsApp/2 ",
    "SkypeUriPreview ",
    "MicrosoftTeams",
    "Mozilla/5.0 (",
    "Android ",
    "preview ",
    "(KHTML, like Gecko",
    "Google ",
    "-1",
    "; ",
    "_.",
    "@a.",
    "http://",
    "Zoom",
    "Hatena::",
  ];

  it.each(hostile)("%j, repeated, takes no longer than 50 ordinary user agents", (piece) => {
    const control = cost(chrome);
    expect(cost(piece)).toBeLessThan(control * 50);
  });

  /** The cheapest of five rounds of 20 texts of 500 characters that were never seen before. */
  function cost(piece: string): number {
    const rounds = Array.from({ length: 5 }, () => {
      const texts = Array.from({ length: 20 }, () => piece.repeat(500).slice(0, 490) + next());
      const begin = process.cpuUsage();
      for (const text of texts) reasonOf(text);
      const { user, system } = process.cpuUsage(begin);
      return user + system;
    });
    return Math.min(...rounds);
  }

  let count = 0;
  const next = () => String(count++).padStart(8, "0");
});
