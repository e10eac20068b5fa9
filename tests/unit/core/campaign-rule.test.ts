import { describe, expect, it } from "vitest";
import { isListedMedium, otherSpellings, tidyTag } from "@/lib/core/campaign-rule";

const rule = { isTidy: true, mediums: ["email", "social"] };

describe("tidyTag", () => {
  it.each([
    ["Spring Sale", "spring-sale"],
    ["Spring  \t Sale", "spring-sale"],
    ["ÄPFEL & Birnen", "äpfel-&-birnen"],
    // Still typed: the blank may be the one before the next word.
    ["spring ", "spring "],
    ["", ""],
  ])("%j becomes %j", (typed, tidy) => {
    expect(tidyTag(typed, rule)).toBe(tidy);
    expect(tidyTag(tidy, rule)).toBe(tidy);
  });

  it("changes nothing without the rule", () => {
    expect(tidyTag("Spring Sale", { ...rule, isTidy: false })).toBe("Spring Sale");
  });
});

it("a medium is listed or not, whatever blanks are around it", () => {
  expect(
    ["email", " social ", "", "Email", "print"].map((each) => isListedMedium(each, rule)),
  ).toEqual([true, true, true, false, false]);
  expect(isListedMedium("print", { ...rule, mediums: [] })).toBe(true);
});

it("names that differ by case or blanks alone are found, and no others", () => {
  const names = [
    "Spring Sale",
    "spring-sale",
    "spring_sale",
    "springsale",
    "autumn",
    "AUTUMN",
    "x",
  ];
  expect(Object.fromEntries(otherSpellings(names))).toEqual({
    "Spring Sale": ["spring-sale", "spring_sale"],
    "spring-sale": ["Spring Sale", "spring_sale"],
    spring_sale: ["Spring Sale", "spring-sale"],
    autumn: ["AUTUMN"],
    AUTUMN: ["autumn"],
  });
});
