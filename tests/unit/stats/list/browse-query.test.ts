import { expect, it } from "vitest";
import { browseQuerySchema } from "@/lib/stats/list/browse-links";

it("a filter that is cut stays well-formed", () => {
  const { campaign, channel } = browseQuerySchema.parse({
    campaign: `${"a".repeat(499)}😀`,
    channel: `${"a".repeat(498)}😀b`,
  });
  expect(campaign).toBe(`${"a".repeat(499)}\uFFFD`);
  expect(channel).toBe(`${"a".repeat(498)}😀`);
});
