import { describe, expect, it } from "vitest";
import { findUnfurler } from "@/lib/previews/unfurlers";
import { browsers, crawlers, plainClients, unfurlers } from "../support/user-agents";

describe("findUnfurler", () => {
  it.each(unfurlers)("recognises %s: %s", (name, userAgent) => {
    expect(findUnfurler(userAgent)).toBe(name);
  });

  it.each([...browsers, ...plainClients, ...crawlers])(
    "does not classify %s as a preview bot",
    (_, userAgent) => {
      expect(findUnfurler(userAgent)).toBeNull();
    },
  );

  it("is tested with many of both", () => {
    expect(unfurlers.length).toBeGreaterThanOrEqual(80);
    expect(browsers.length).toBeGreaterThanOrEqual(80);
  });

  it("matches a name only at its place", () => {
    for (const [, userAgent] of unfurlers.filter(([, text]) => !text.startsWith("Mozilla/"))) {
      expect(
        findUnfurler(
          `Mozilla/5.0 (Linux; Android 14; ${userAgent.replace(/[()]/g, "")} Build) AppleWebKit/537.36`,
        ),
        userAgent,
      ).toBeNull();
    }
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
