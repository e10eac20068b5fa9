import { describe, expect, it } from "vitest";
import { findDestinationProblem } from "@/lib/core/destination";
import { parseUrl } from "@/lib/core/parse-url";

describe("parseUrl", () => {
  it.each([
    ["https://example.org/a", undefined, "https://example.org/a"],
    ["https://exämple.org/ü", undefined, "https://xn--exmple-cua.org/%C3%BC"],
    ["../b?c", "https://example.org/a/d", "https://example.org/b?c"],
    ["no address", undefined, undefined],
    ["https://", undefined, undefined],
  ])("reads %s (base %s)", (text, base, href) => {
    expect(parseUrl(text, base)?.href).toBe(href);
  });

  it("accepts host names beyond ASCII after many others, when Node has optimized its callers", () => {
    // After some thousand calls URL.canParse of Node 20 and 22 gives false.
    for (let call = 0; call < 50_000; call++) findDestinationProblem("https://example.org/", null);
    const refused = Array.from({ length: 1_000 }, () =>
      findDestinationProblem("https://exämple.org/ü", null),
    ).filter((problem) => problem !== null);
    expect(refused).toEqual([]);
  });
});
