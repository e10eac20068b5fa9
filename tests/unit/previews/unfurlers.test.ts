import { describe, expect, it } from "vitest";
import { findUnfurler } from "@/lib/previews/unfurlers";
import { browsers, crawlers, plainClients, unfurlers } from "../support/user-agents";

describe("findUnfurler", () => {
  it.each(unfurlers)("knows %s: %s", (name, userAgent) => {
    expect(findUnfurler(userAgent)).toBe(name);
  });

  it.each([...browsers, ...plainClients, ...crawlers])("does not take %s for an unfurler", (_, userAgent) => {
    expect(findUnfurler(userAgent)).toBeNull();
  });

  it.each([
    "Slack",
    "Discord",
    "Telegram",
    "WhatsApp",
    "X",
    "Facebook",
    "LinkedIn",
    "Pinterest",
    "Teams",
    "Skype",
    "Mastodon",
    "Bluesky",
    "Reddit",
    "Embedly",
    "Iframely",
    "Viber",
    "LINE",
    "Notion",
    "Snapchat",
    "Signal",
    "Google previews",
    "Apple Messages",
  ])("is tested with a real user agent of %s", (name) => {
    expect(unfurlers.map(([known]) => known)).toContain(name);
  });
});
