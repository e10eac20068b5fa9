import { describe, expect, it } from "vitest";
import { channelPresets, channelTags, channelUrl, noChannel } from "@/lib/links/channel";
import { readCampaign } from "@/lib/visits/describe/campaign";

const shortUrl = "https://go.example.com/contour";

describe("channelUrl", () => {
  it("is the plain short link without a channel", () => {
    expect(channelUrl(shortUrl, noChannel)).toBe("https://go.example.com/contour");
  });

  it("omits empty and blank tags, and trims", () => {
    expect(channelUrl(shortUrl, { source: " x ", medium: "  ", campaign: "" })).toBe(
      "https://go.example.com/contour?utm_source=x",
    );
  });

  it("gives the tags that a visit counts, for any characters", () => {
    const channel = { source: "Ä & b", medium: "50 %", campaign: "a+b=c#d" };
    const { search } = new URL(channelUrl(shortUrl, channel));
    expect(readCampaign(search.slice(1))).toEqual({
      utmSource: "Ä & b",
      utmMedium: "50 %",
      utmCampaign: "a+b=c#d",
    });
  });
});

it("the tags of a channel are in the order of the URL", () => {
  expect(channelTags({ source: "x", medium: "social", campaign: "launch" })).toEqual([
    ["utm_source", "x"],
    ["utm_medium", "social"],
    ["utm_campaign", "launch"],
  ]);
});

it("presets have one spelling each", () => {
  const sources = channelPresets.map(({ source }) => source);
  expect(new Set(sources).size).toBe(sources.length);
  expect(sources.every((source) => source === source.toLowerCase())).toBe(true);
});
