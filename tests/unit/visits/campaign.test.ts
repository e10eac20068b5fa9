import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCampaign } from "@/lib/visits/describe/campaign";
import { anyText } from "../support/any-text";

const sourceOf = (query: string) => readCampaign(query).utmSource;

describe("readCampaign", () => {
  it("reads the three tags and nothing else", () => {
    expect(
      readCampaign("utm_source=news&utm_medium=email&utm_campaign=spring&utm_term=x&ref=y"),
    ).toEqual({
      utmSource: "news",
      utmMedium: "email",
      utmCampaign: "spring",
    });
  });

  it.each([
    "",
    "a=b",
    "utm_sourcex=y",
    "amp;utm_sourcex=y",
    "UTM_SOURCEX=y",
    "utm_source",
    "utm_source=",
    "utm_source=%20+%09",
  ])("is all null for %j", (query) => {
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

  const all = { utmSource: "a", utmMedium: "b", utmCampaign: "c" };

  it.each([
    ["&amp; between them", "utm_source=a&amp;utm_medium=b&amp;utm_campaign=c"],
    ["&amp; twice", "utm_source=a&amp;amp;utm_medium=b&amp;amp;utm_campaign=c"],
    ["&amp; with its semicolon escaped", "utm_source=a&amp%3Butm_medium=b&amp%3butm_campaign=c"],
    ["&amp; before the first", "amp;utm_source=a&amp;utm_medium=b&amp;utm_campaign=c"],
    ["semicolons", "utm_source=a;utm_medium=b;utm_campaign=c"],
    ["capitals", "UTM_SOURCE=a&UTM_MEDIUM=b&UTM_CAMPAIGN=c"],
    ["other capitals", "Utm_Source=a&utm_Medium=b&UTM_campaign=c"],
    ["a second ?", "?utm_source=a&utm_medium=b&utm_campaign=c"],
    ["a second ? behind another parameter", "ref=x?utm_source=a&utm_medium=b&utm_campaign=c"],
    ["a ? before each", "utm_source=a?utm_medium=b?utm_campaign=c"],
    ["an escaped ?", "%3Futm_source=a&utm_medium=b&utm_campaign=c"],
    ["blanks before the names", "utm_source=a&%20utm_medium=b&+utm_campaign=c"],
    ["line breaks before the names", "utm_source=a&%0Autm_medium=b&%0D%0Autm_campaign=c"],
    [
      "invisible characters before the names",
      "%E2%80%8Butm_source=a&%C2%A0utm_medium=b&%EF%BB%BFutm_campaign=c",
    ],
    ["the whole query escaped once more", "utm_source%3Da%26utm_medium%3Db%26utm_campaign%3Dc"],
    ["a ? behind a number", "utm_source=a&ref=1.5?utm_medium=b;utm_campaign=c"],
    ["several at once", "x=1?UTM_SOURCE=a&amp;Utm_Medium=b&amp;amp;%20utm_campaign=c"],
  ])("reads tags that were damaged: %s", (_, query) => {
    expect(readCampaign(query)).toEqual(all);
  });

  it.each([
    ["the exact name first", "UTM_SOURCE=x&amp;utm_source=y&utm_source=a", "a"],
    ["the exact name first, even when it is empty", "UTM_SOURCE=x&utm_source=", null],
    ["the first of several", "UTM_SOURCE=a&Utm_Source=b", "a"],
    ["the first of very many", `${"UTM_SOURCE=a&".repeat(1_000)}utm_term=x`, "a"],
    ["no tag of an address that is a parameter", "url=https://example.com/?utm_source=x", null],
    [
      "no tag of an escaped address that is a parameter",
      "url=https%3A%2F%2Fexample.com%2F%3Futm_source%3Dx&b=%3Futm_",
      null,
    ],
    ...["x.y", "example.com/a", "/a/b", "example.com%2Fa", "%2Fa"].flatMap(
      (address): [string, string, string | null][] => [
        [`no tag of ${address} as a parameter`, `r=${address}?utm_source=z`, null],
        [
          `no tag of ${address} as a parameter, escaped`,
          `r=${address}%3Futm_source=z&utm_medium=b`,
          null,
        ],
      ],
    ),
    ["a host as it stands", "utm_source=news.example?utm_medium=b", "news.example"],
    ["a value with a ? as it stands", "utm_source=why?", "why?"],
    ["a value with a semicolon as it stands", "utm_source=a;b&UTM_MEDIUM=x", "a;b"],
  ])("takes %s", (_, query, value) => {
    expect(sourceOf(query)).toBe(value);
  });

  it("reads each tag in any mixture of cases", () => {
    const tag = fc.constantFrom("utm_source", "utm_medium", "utm_campaign");
    fc.assert(
      fc.property(
        tag.chain((name) => fc.mixedCase(fc.constant(name))),
        fc.constantFrom("", "a=b&", "?", "amp;"),
        (name, before) => {
          expect(Object.values(readCampaign(`${before}${name}=x`))).toContain("x");
        },
      ),
    );
  });

  it.each(["utm_source", "utm_medium", "utm_campaign"])("cuts %s to 255 characters", (name) => {
    expect(Object.values(readCampaign(`${name}=${"x".repeat(255)}`))).toContain("x".repeat(255));
    expect(Object.values(readCampaign(`${name}=${"x".repeat(256)}`))).toContain("x".repeat(255));
    expect(
      Object.values(readCampaign(`${name}=${encodeURIComponent("😀".repeat(256))}`)),
    ).toContain("😀".repeat(255));
  });

  it("returns clean text or null for any query", () => {
    fc.assert(
      fc.property(anyText(400), (value) => {
        for (const query of [
          value,
          `utm_source=${value}`,
          `utm_source=${encodeURIComponent(value)}`,
          `UTM_SOURCE=${value}`,
          `a=${value}?utm_source=${value}`,
        ]) {
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
