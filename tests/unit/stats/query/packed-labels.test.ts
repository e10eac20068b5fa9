import { expect, it } from "vitest";
import { packPattern } from "@/lib/stats/query/packed-labels";

it.each([
  ["Adirect.example", "labels"],
  ["BCH\u001eCZH\u001fCH\u001eEDesktop\u001f\u001f7", "labels"],
  ["P", "labels"],
  ["EDesktop\u001f\u001f10", "labels"],
  ["A\n\u001eBCH", "labels"],
  ["Lspring\u001fnews\u001eN\u001fnews\u001f3", "pairs"],
  ["", null],
  ["BCH\u001e", null],
  ["BCH\u001eLspring\u001fnews", null],
  ["QCH", null],
  ["bCH", null],
  ["BCH\u001f\u001f0", null],
  ["BCH\u001f\u001f1e9", null],
  ["BCH\u001f\u001f11", null],
  ["BCH\u001f\u001f1\u001f1", null],
])("the text %j can be among: %s", (text, expected) => {
  for (const column of ["labels", "pairs"] as const)
    expect(new RegExp(packPattern(column)).test(text), column).toBe(column === expected);
});
