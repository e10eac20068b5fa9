import { expect, it } from "vitest";
import { isDemoKey } from "@/lib/owners/demo-key";

it.each([
  [undefined, "", false],
  [undefined, "anything", false],
  ["a-key-of-16-or-more", "a-key-of-16-or-more", true],
  ["a-key-of-16-or-more", "A-key-of-16-or-more", false],
  ["a-key-of-16-or-more", "", false],
])("with DEMO_KEY %j the key %j opens: %j", (own, given, opens) => {
  expect(isDemoKey(given, { DEMO_KEY: own })).toBe(opens);
});
