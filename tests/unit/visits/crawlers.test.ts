import { describe, expect, it } from "vitest";
import { findCrawler } from "@/lib/visits/describe/crawlers";
import {
  browsers,
  crawlers,
  linkScanners,
  monitors,
  noMonitors,
  plainClients,
} from "../support/user-agents";

describe("findCrawler", () => {
  it.each(crawlers)("finds %s in %s", (name, userAgent) => {
    expect(findCrawler(userAgent)).toMatch(/./);
    expect(findCrawler(userAgent)?.length).toBeLessThanOrEqual(64);
    if (/^\S*(?:bot|spider|slurp)/i.test(name))
      expect(findCrawler(userAgent)?.toLowerCase()).toBe(name.toLowerCase());
  });

  it.each([...browsers, ...plainClients])("does not classify %s as a crawler", (_, userAgent) => {
    expect(findCrawler(userAgent)).toBeNull();
  });

  it.each(monitors)("takes %s for no person", (userAgent) => {
    expect(findCrawler(userAgent)).toMatch(/./);
  });

  it.each(noMonitors)("takes %s for a person or a script", (userAgent) => {
    expect(findCrawler(userAgent)).toBeNull();
  });

  it.each([
    ["Gatus", "Gatus/1.0"],
    ["Blackbox-Exporter", "Blackbox-Exporter/0.25.0"],
    ["ThousandEyes", "Mozilla/5.0 (X11) Chrome/119 Safari/537.36 ThousandEyes-Dragonfly-x1"],
    ["AcmeProbe", "Mozilla/5.0 (compatible; AcmeProbe/1.0)"],
    ["uptime-monitor", "python-requests/2.31.0 uptime-monitor"],
    ["YandexMetrika", "Mozilla/5.0 (compatible; YandexMetrika/2.0; +http://yandex.com/bots)"],
    [
      "meta-webindexer",
      "meta-webindexer/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
    ],
    [
      "HeadlessChrome",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0.0.0 Safari/537.36",
    ],
    [
      "GrapeshotCrawler",
      "Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1) GrapeshotCrawler/2.0; +http://www.grapeshot.co.uk/crawler.php",
    ],
    [
      "Devin",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36; Devin/1.0; +https://devin.ai",
    ],
    [
      "mirrorweb.com",
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/78.0.3904.97 Safari/537.36 +https://www.mirrorweb.com",
    ],
  ])("names %s by its product, without URL, version or browser tokens", (name, userAgent) => {
    expect(findCrawler(userAgent)).toBe(name);
  });

  it.each(linkScanners)("knows the mail scanner or link checker %s in %s", (name, userAgent) => {
    expect(findCrawler(userAgent)).toBe(name);
  });

  it.each([
    [
      "a phone",
      "Mozilla/5.0 (Linux; Android 14; Sophos X1) Chrome/126.0.6478.71 Mobile Safari/537.36",
    ],
    [
      "another word",
      "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0 Trendy/1",
    ],
    [
      "a later word",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) DataIntegrity/2.0 Safari/605.1.15`,
    ],
    ["a script", "curl/8.5.0"],
  ])("does not find a scanner in the name of %s", (_, userAgent) => {
    expect(findCrawler(userAgent)).toBeNull();
  });

  it("does not classify an empty user agent as a crawler", () => {
    expect(findCrawler("")).toBeNull();
  });
});
