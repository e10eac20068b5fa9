import { describe, expect, it } from "vitest";
import { describeDomains } from "@/lib/doctor/check-domains";
import { describeRegistrations } from "@/lib/doctor/host-watch";
import { leastDaysOf } from "@/lib/previews/domain-health";
import { say } from "@/lib/texts/say";
import { type Sentence, sentence } from "@/lib/texts/sentence";
import { inEnglish } from "../../support/in-english";

const now = new Date("2026-11-26T12:00:00Z");
const at = (iso: string) => new Date(iso);
const host = (
  domain: string,
  expiresAt: Date | null = null,
  problem: Sentence | null = null,
  isBase = false,
  isLost = false,
  lifeDays = 90,
) => ({
  ...{ domain, isBase, isLost, isExpired: false, expiresAt, problem },
  leastDays: leastDaysOf(lifeDays),
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
          host("f.example", null, sentence("noAnswer", { seconds: 3 })),
          host("g.example"),
        ],
        now,
      ),
    );
    expect(checks.map(({ state, finding }) => [state, finding])).toEqual([
      ["bad", "The certificate of b.example expires in 13 days."],
      ["bad", "The certificate of d.example expires in 1 day."],
      ["bad", "The certificate of e.example expires in 0 days."],
      ["bad", "f.example does not reach this service. No response within 3 s."],
      ["good", "These hosts reach this service: a.example, c.example, and g.example."],
    ]);
    expect(inEnglish(describeDomains([host("a.example")], now))[0]?.finding).toBe(
      "These hosts reach this service: a.example.",
    );
  });

  it.each([
    [6, "2026-11-28T13:00:00Z", "good"],
    [6, "2026-11-28T11:00:00Z", "bad"],
    [47, "2026-12-10T11:59:59Z", "bad"],
    [398, "2026-12-10T12:00:00Z", "good"],
  ])("a certificate of %i days that ends at %s is %s", (lifeDays, end, state) => {
    const certificate = host("a.example", at(end), null, false, false, lifeDays);
    expect(describeDomains([certificate], now).map((check) => check.state)).toEqual([state]);
  });

  it("counts the days in the language of the reader", () => {
    const [check] = describeDomains([host("b.example", at("2026-12-10T11:59:59Z"))], now);
    expect(check && say("de", check.finding as Sentence)).toMatch(/ 13 Tagen /);
  });

  it.each<[string, ReturnType<typeof host>, state: string, finding: RegExp]>([
    ["leads here", host("a.example", null, null, true), "good", /reach/],
    [
      "has an old certificate",
      host("a.example", at("2026-12-01T12:00:00Z"), null, true),
      "bad",
      /^The certificate of a.example expires/,
    ],
    [
      "has an expired certificate",
      {
        ...host("a.example", null, sentence("secureConnectionFailed", { code: "x" }), true),
        isExpired: true,
      },
      "bad",
      /secure connection failed/,
    ],
    [
      // As behind many proxies and firewalls.
      "cannot be reached from this server",
      host("a.example", null, sentence("noAnswer", { seconds: 3 }), true),
      "note",
      /cannot tell whether a.example leads here/,
    ],
    [
      "is lost",
      host("a.example", null, sentence("hostUnresolved", { host: "a.example" }), true, true),
      "bad",
      /cannot be resolved/,
    ],
    [
      "is a name of a private network",
      host("a.intranet", null, sentence("hostUnresolved", { host: "a.intranet" }), true),
      "note",
      /cannot be resolved/,
    ],
  ])("that of BASE_URL %s", (_, health, state, finding) => {
    const [check, ...others] = inEnglish(describeDomains([health], now));
    expect([check?.name, check?.state, others]).toEqual(["Own host", state, []]);
    expect(check?.finding).toMatch(finding);
  });
});

it("registrations are told apart by when they end, and what is not known is said so", () => {
  const checks = inEnglish(
    describeRegistrations(
      [
        { host: "a.example", expiresAt: at("2028-01-01T00:00:00Z") },
        { host: "b.example", expiresAt: at("2026-12-26T11:00:00Z") },
        { host: "c.example", expiresAt: at("2027-01-20T00:00:00Z") },
        { host: "d.example", expiresAt: null },
        { host: "e.example", expiresAt: at("2027-01-25T12:00:00Z") },
      ],
      now,
    ),
  );
  expect(checks.map(({ state, finding }) => [state, finding])).toEqual([
    ["bad", expect.stringContaining("b.example expires in 29 days")],
    ["note", expect.stringContaining("c.example expires in 54 days")],
    ["good", expect.stringContaining("a.example and e.example")],
    ["note", expect.stringContaining("is unknown: d.example")],
  ]);
});
