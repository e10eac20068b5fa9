import { expect, it } from "vitest";
import { isPack } from "@/lib/stats/query/packed-labels";

it.each([
  ["Adirect.example", true],
  ["BCH\u001eCZH\u001fCH\u001eEDesktop\u001f\u001f7", true],
  ["P", true],
  ["", false],
  ["BCH\u001e", false],
  ["QCH", false],
  ["bCH", false],
  ["BCH\u001f\u001f0", false],
  ["BCH\u001f\u001f1e9", false],
  ["BCH\u001f\u001f100", false],
  ["BCH\u001f\u001f1\u001f1", false],
])("the text %j is a pack: %s", (text, expected) => {
  expect(isPack(text)).toBe(expected);
});
