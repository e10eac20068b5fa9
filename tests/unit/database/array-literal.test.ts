import { describe, expect, it } from "vitest";
import { arrayLiteral } from "@/lib/database/array-literal";

describe("arrayLiteral", () => {
  it.each([
    [[], "{}"],
    [[1, -2, 3], "{1,-2,3}"],
    [["a", "", null], '{"a","",NULL}'],
    [["NULL", "null"], '{"NULL","null"}'],
    [["{a,b}", " c "], '{"{a,b}"," c "}'],
    [['say "hi"', "back\\slash", '\\"'], String.raw`{"say \"hi\"","back\\slash","\\\""}`],
  ])("writes %j as %s", (values, literal) => {
    expect(arrayLiteral(values)).toBe(literal);
  });
});
