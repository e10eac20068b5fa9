import { expect, it } from "vitest";
import { linkState } from "@/lib/links/link-state";

const now = new Date("2026-11-19T14:20:00Z");

it.each([
  [{ enabled: true, expiresAt: null }, "active"],
  [{ enabled: true, expiresAt: "2026-11-19T14:20:00.001Z" }, "active"],
  [{ enabled: true, expiresAt: "2026-11-19T14:20:00.000Z" }, "expired"],
  [{ enabled: false, expiresAt: "2020-01-01T00:00:00.000Z" }, "disabled"],
] as const)("%o is %s", (link, state) => {
  expect(linkState(link, now)).toBe(state);
});
