import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCampaign } from "@/lib/visits/campaign";
import { anyText } from "../support/any-text";

const sourceOf = (query: string) => readCampaign(query).utmSource;

describe("readCampaign", () => {
  it("reads the three tags and nothing else", () => {
    expect(readCampaign("utm_source=news&utm_medium=email&utm_campaign=spring&utm_term=x&ref=y")).toEqual({
      utmSource: "news",
      utmMedium: "email",
      utmCampaign: "spring",
    });
  });

  it.each(["", "a=b", "UTM_SOURCE=x", "utm_sourcex=y", "utm_source", "utm_source=", "utm_source=%20+%09"])("is all null for %j", (query) => {
    expect(readCampaign(query)).toEqual({ utmSource: null, utmMedium: null, utmCampaign: null });
  });

  it.each([
    ["the first of repeated ones", "utm_source=first&utm_source=second", "first"],
    ["the first even when it is empty", "utm_source=&utm_source=second", null],
    ["percent-encoding", "utm_source=caf%C3%A9%20%26%3D", "café &="],
    ["a plus as a space", "utm_source=spring+sale", "spring sale"],
    ["trimmed", "utm_source=%20%20a%20", "a"],
    ["without control characters", "utm_source=a%00b%0D%0Ac%7F%C2%85d", "abcd"],
    ["malformed encoding as it stands", "utm_source=50%zz", "50%zz"],
  ])("accepts %s", (_, query, value) => {
    expect(sourceOf(query)).toBe(value);
  });

  it.each(["utm_source", "utm_medium", "utm_campaign"])("cuts %s to 255 characters", (name) => {
    expect(Object.values(readCampaign(`${name}=${"x".repeat(255)}`))).toContain("x".repeat(255));
    expect(Object.values(readCampaign(`${name}=${"x".repeat(256)}`))).toContain("x".repeat(255));
    expect(Object.values(readCampaign(`${name}=${encodeURIComponent("😀".repeat(256))}`))).toContain("😀".repeat(255));
  });

  it("returns clean text or null for any query", () => {
    fc.assert(
      fc.property(anyText(400), (value) => {
        for (const query of [value, `utm_source=${value}`, `utm_source=${encodeURIComponent(value)}`]) {
          const tag = sourceOf(query);
          if (tag === null) continue;
          expect(tag).not.toBe("");
          expect(tag).toBe(tag.trim());
          expect(tag).not.toMatch(/\p{Cc}/u);
          expect([...tag].length).toBeLessThanOrEqual(255);
        }
      }),
    );
  });
});
