import { expect, it } from "vitest";
import { prefersText } from "@/lib/core/content-negotiation";

it.each([
  [null, false],
  ["", false],
  ["*/*", false],
  ["text/plain", true],
  ["TEXT/PLAIN; charset=utf-8", true],
  ["text/*", true],
  ["text/plain, */*", false],
  ["text/plain, */*;q=0.1", true],
  ["image/*;q=0.5, text/plain;q=0.4", false],
  ["image/svg+xml;q=0.2, image/*, text/plain;q=0.4", true],
  ["text/plain;q=0, */*", false],
  ["text/plain;q=x", false],
  ["text/html,application/xhtml+xml,image/avif,*/*;q=0.8", false],
  ["application/json", false],
])("Accept: %s", (accept, expected) => {
  expect(prefersText(accept, "image/svg+xml")).toBe(expected);
});
