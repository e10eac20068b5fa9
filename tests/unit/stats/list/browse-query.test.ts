import { expect, it } from "vitest";
import { browseQuerySchema } from "@/lib/stats/list/browse-links";

it("a filter is cut between characters", () => {
  const { campaign, channel } = browseQuerySchema.parse({
    campaign: `${"a".repeat(499)}😀b`,
    channel: `${"a".repeat(499)}👍🏽b`,
  });
  expect(campaign).toBe(`${"a".repeat(499)}😀`);
  expect(channel).toBe("a".repeat(499));
});
