import { describe, expect, it } from "vitest";
import { findCrawler } from "@/lib/visits/crawlers";
import { browsers, crawlers, plainClients } from "../support/user-agents";

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

  it.each([
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

  it("does not classify an empty user agent as a crawler", () => {
    expect(findCrawler("")).toBeNull();
  });
});
