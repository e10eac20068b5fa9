import { describe, expect, it } from "vitest";
import { describeDomains } from "@/lib/doctor/check-domains";
import { say } from "@/lib/texts/say";
import { type Sentence, sentence } from "@/lib/texts/sentence";
import { inEnglish } from "../../support/in-english";

const now = new Date("2026-11-26T12:00:00Z");
const at = (iso: string) => new Date(iso);
const host = (domain: string, expiresAt: Date | null = null, problem: Sentence | null = null) => ({
  domain,
  expiresAt,
  problem,
});

describe("the check of further hosts", () => {
  it("says nothing without any", () => {
    expect(describeDomains([], now)).toEqual([]);
  });

  it("has one line for those that work, and one for each other", () => {
    const checks = inEnglish(
      describeDomains(
        [
          host("a.example", at("2027-01-01T00:00:00Z")),
          host("b.example", at("2026-12-10T11:59:59Z")),
          host("c.example", at("2026-12-10T12:00:00Z")),
          host("d.example", at("2026-11-27T13:00:00Z")),
          host("e.example", at("2026-11-01T00:00:00Z")),
          host("f.example", null, sentence("hostSilent", { seconds: 3 })),
          host("g.example"),
        ],
        now,
      ),
    );
    expect(checks.map(({ state, finding }) => [state, finding])).toEqual([
      ["bad", "The certificate of b.example expires in 13 days."],
      ["bad", "The certificate of d.example expires in 1 day."],
      ["bad", "The certificate of e.example expires in 0 days."],
      ["bad", "f.example does not reach this service. It did not respond within 3 s."],
      ["good", "These hosts reach this service: a.example, c.example, and g.example."],
    ]);
    expect(inEnglish(describeDomains([host("a.example")], now))[0]?.finding).toBe(
      "These hosts reach this service: a.example.",
    );
  });

  it("counts the days in the language of the reader", () => {
    const [check] = describeDomains([host("b.example", at("2026-12-10T11:59:59Z"))], now);
    expect(check && say("de", check.finding as Sentence)).toMatch(/ 13 Tagen /);
  });
});
