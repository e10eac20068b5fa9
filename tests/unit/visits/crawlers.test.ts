import { describe, expect, it } from "vitest";
import { findCrawler } from "@/lib/visits/crawlers";
import { browsers, crawlers, plainClients } from "../support/user-agents";

describe("findCrawler", () => {
  it.each(crawlers)("finds %s in %s", (name, userAgent) => {
    expect(findCrawler(userAgent)).toMatch(/./);
    expect(findCrawler(userAgent)?.length).toBeLessThanOrEqual(64);
    if (/^\S*(?:bot|spider|slurp)/i.test(name)) expect(findCrawler(userAgent)?.toLowerCase()).toBe(name.toLowerCase());
  });

  it.each([...browsers, ...plainClients])("does not take %s for a crawler", (_, userAgent) => {
    expect(findCrawler(userAgent)).toBeNull();
  });

  it("does not take silence for a crawler", () => {
    expect(findCrawler("")).toBeNull();
  });
});
