import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeTarget } from "@/lib/http/front/normalize-target";

describe("normalizeTarget", () => {
  it.each([
    "/",
    "/a/b",
    "/a%20b",
    "/a.b/c..d/...",
    "/%C3%A9?x=%zz",
    "/a?/../b",
    "/a?b=//c\\d",
    "/a#//",
    "/dashboard/links/?a",
    "/?//",
  ])("keeps %s unchanged", (target) => {
    expect(normalizeTarget(target)).toBe(target);
  });

  it.each([
    ["a bare percent sign", "/100%", "/100%25"],
    ["a malformed escape", "/%zz/%41?x=%zz", "/%25zz/%2541?x=%zz"],
    ["bytes that are no UTF-8", "/%E9", "/%25E9"],
    ["repeated slashes", "//evil.example/x", "/%2Fevil.example/x"],
    ["many slashes", "/a///b//", "/a/%2F%2Fb/%2F"],
    ["a backslash", "/\\evil.example", "/%5Cevil.example"],
    ["what is no path", "*", "/*"],
    ["a host without a path", "http://x?a", "/?a"],
    ["both", "/%/\\/", "/%25/%5C/"],
    ["dot segments behind escaped slashes", "/api/..%2Fdashboard/x", "/api/..%252Fdashboard/x"],
    ["dot segments behind backslashes", "/api/..\\x", "/api/..%255Cx"],
  ])("reads %s literally", (_, target, tame) => {
    expect(normalizeTarget(target)).toBe(tame);
  });

  it.each([
    ["dot segments", "/api/../dashboard/./x", "/dashboard/x"],
    ["dot segments at the end", "/a/b/..", "/a/"],
    ["more than there are", "/../../a/.", "/a/"],
    ["escaped dots", "/api/%2e%2E/x", "/x"],
    ["needless escapes", "/%61pi/%7Ex%2dy", "/api/~x-y"],
    ["a host", "HTTP://x:1/a/../b?c", "/b?c"],
  ])("resolves %s", (_, target, tame) => {
    expect(normalizeTarget(target)).toBe(tame);
  });

  it.each([["an empty target", "", "/"]])("reads %s as the front page", (_, target, tame) => {
    expect(normalizeTarget(target)).toBe(tame);
  });

  it("always returns a decodable path without repeated slashes or backslashes, and keeps the query", () => {
    const part = fc.oneof(
      fc.constantFrom(
        "/",
        "//",
        "\\",
        "%",
        "%zz",
        "%C3",
        "%2F",
        "%5C",
        "%2e",
        "..",
        ".",
        "?",
        "#",
        "a",
      ),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const target = `/${parts.join("")}`;
        const tame = normalizeTarget(target);
        const [path = ""] = tame.split(/[?#]/, 1);
        expect(() => decodeURIComponent(path)).not.toThrow();
        expect(path).not.toMatch(/\/\/|\\/);
        expect(decodeURIComponent(path).split(/[/\\]/)).not.toEqual(expect.arrayContaining([".."]));
        expect(tame.slice(path.length)).toBe(/[?#].*$/s.exec(target)?.[0] ?? "");
        expect(normalizeTarget(tame)).toBe(tame);
      }),
    );
  });
});
