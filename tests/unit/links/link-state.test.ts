import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isActive, type LinkState, linkState } from "@/lib/links/link-state";

const now = new Date("2026-11-19T14:20:00Z");

it.each([
  [{ enabled: true, expiresAt: null }, "active"],
  [{ enabled: true, expiresAt: "2026-11-19T14:20:00.001Z" }, "active"],
  [{ enabled: true, expiresAt: "2026-11-19T14:20:00.000Z" }, "expired"],
  [{ enabled: false, expiresAt: "2020-01-01T00:00:00.000Z" }, "disabled"],
  [{ enabled: true, expiresAt: null, maxClicks: 3, clickCount: 2 }, "active"],
  [{ enabled: true, expiresAt: null, maxClicks: 3, clickCount: 3 }, "usedUp"],
  [{ enabled: true, expiresAt: null, startsAt: "2026-11-19T14:20:00.001Z" }, "scheduled"],
  [{ enabled: true, expiresAt: null, startsAt: "2026-11-19T14:20:00.000Z" }, "active"],
  [{ enabled: true, expiresAt: null, hasPassword: true }, "protected"],
] as const)("%o is %s", (link, state) => {
  expect(linkState(link, now)).toBe(state);
});

describe("the expiry of a link", () => {
  it.each([
    ["never without one", null, false],
    ["not a millisecond before", "2026-11-19T14:20:00.001Z", false],
    ["at the instant itself", "2026-11-19T14:20:00.000Z", true],
    ["afterwards", "2026-11-19T14:19:59.999Z", true],
  ])("has passed %s", (_, expiresAt, expired) => {
    const state = linkState(
      { enabled: true, expiresAt: expiresAt === null ? null : new Date(expiresAt) },
      now,
    );
    expect(state === "expired").toBe(expired);
  });
});

it("has one order of precedence", () => {
  const order: LinkState[] = ["disabled", "expired", "usedUp", "scheduled", "protected", "active"];
  const past = "2020-01-01T00:00:00.000Z";
  const future = "2030-01-01T00:00:00.000Z";
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (enabled, expired, usedUp, scheduled, hasPassword) => {
        const link = {
          enabled,
          expiresAt: expired ? past : future,
          maxClicks: usedUp ? 5 : null,
          clickCount: 5,
          startsAt: scheduled ? future : past,
          hasPassword,
        };
        const reasons = {
          disabled: !enabled,
          expired,
          usedUp,
          scheduled,
          protected: hasPassword,
          active: true,
        };
        const expected = order.find((state) => reasons[state]);
        expect(linkState(link, now)).toBe(expected);
        expect(isActive(link, now)).toBe(expected === "protected" || expected === "active");
      },
    ),
  );
});
