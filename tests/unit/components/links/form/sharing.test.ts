import { expect, it } from "vitest";
import { channelsOf, noSharing } from "@/components/links/form/sharing";

const channel = (source: string, medium = "", campaign = "") => ({ source, medium, campaign });

it("a channel that is still being typed counts; all channels have its campaign, and none counts twice", () => {
  expect(channelsOf(noSharing)).toEqual([]);
  expect(
    channelsOf({ channels: [channel("x", "social")], other: channel("", "", "spring") }),
  ).toEqual([channel("x", "social", "spring")]);
  expect(channelsOf({ channels: [channel("x", "social")], other: channel(" podcast ") })).toEqual([
    channel("x", "social"),
    channel("podcast"),
  ]);
  expect(
    channelsOf({ channels: [channel("x", "social")], other: channel("x ", "social") }),
  ).toEqual([channel("x", "social")]);
});
