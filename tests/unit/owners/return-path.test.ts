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
    // What these lead to once dot segments are resolved.
    "/dashboard/../known",
    "/dashboard/%2e%2e/known",
    "/dashboard/.%2E/known",
    "/dashboard/links/../../known",
    "/dashboard/links/..%2f..%2f..%2fknown",
    "/dashboard/links/%2e%2e%2f%2e%2e%2fknown",
    "/dashboard\\..\\known",
    "/\t/dashboard/../known",
    "\\\\evil.example/dashboard/links",
    "/\t/evil.example/dashboard/links",
    "http:evil.example/dashboard/links",
    "//dashboard.invalid:81/dashboard/links",
    // Routes, some of which lead outward, and pages without a sign-in.
    "/dashboard/links/known/test",
    "/dashboard/links/known/./test",
    "/dashboard/links/known/test/",
    "/dashboard/preview-image?url=http://127.0.0.1/",
    "/dashboard/sign-in/oidc",
    "/dashboard/settings/../sign-in/oidc",
    "/dashboard/share/x",
    "/dashboard/no/such/page",
    "/known",
    "/api/links",
  ])("does not follow %j", (path) => {
    expect(returnPath(path)).toBe(firstPage);
  });

  it.each([
    ["/dashboard/x/../links", "/dashboard/links"],
    ["links?q=a;b#c", null],
    ["/dashboard/links?q=a;b#c", "/dashboard/links?q=a%3Bb"],
    ['/dashboard/links?q=ç "<', "/dashboard/links?q=%C3%A7%20%22%3C"],
  ])("resolves %j as a browser does", (path, resolved) => {
    expect(returnPath(path)).toBe(resolved ?? firstPage);
  });

  it("never redirects to another site", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/dashboard/${text}`),
          fc
            .array(fc.constantFrom("..", "%2e%2e", ".", "links", "known", "test", "\\", "", "?"))
            .map((parts) => `/dashboard/${parts.join("/")}`),
        ),
        (text) => {
          const path = returnPath(text);
          const url = new URL(path, "https://go.example.com");
          expect(url.href).toBe(`https://go.example.com${path}`);
          expect(url.pathname).toMatch(/^\/dashboard\/(?!sign-in)/);
        },
      ),
    );
  });
});
