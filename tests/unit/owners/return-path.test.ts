import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstPage, returnPath } from "@/lib/owners/return-path";

describe("returnPath", () => {
  it.each([
    "/dashboard/links",
    "/dashboard/links/spring-sale",
    "/dashboard/links?q=a&state=active",
    `/dashboard/new?${new URLSearchParams({ url: "https://example.com/a b?c=[d]&e='*~()!#é" })}`,
    "/dashboard/settings/tokens",
  ])("keeps %s", (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    null,
    undefined,
    "",
    "/",
    "/dashboard",
    "/dashboard/",
    "/dashboard/sign-in",
    "/dashboard/sign-in?next=/dashboard/sign-in",
    "//evil.example",
    "/dashboard//evil.example",
    "https://evil.example/dashboard/links",
    "/dashboard/../../evil\\example",
    "/dashboard/links\r\nSet-Cookie: a=b",
    "javascript:alert(1)",
  ])("does not follow %j", (path) => {
    expect(returnPath(path)).toBe(firstPage);
  });

  it("never redirects to another site", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/dashboard/${text}`),
        ),
        (text) => {
          const url = new URL(returnPath(text), "https://go.example.com");
          expect(url.origin).toBe("https://go.example.com");
        },
      ),
    );
  });
});
