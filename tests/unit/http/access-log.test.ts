import { expect, it } from "vitest";
import { loggedPath } from "@/lib/http/access-log";

it.each([
  ["/hello", "/hello"],
  ["/hello?utm_source=secret#part", "/hello"],
  ["/hello%3Ftoken=secret", "/hello"],
  ["/hello;jsessionid=secret", "/hello"],
  ["/api/links/x/stats?from=2026-01-01", "/api/links/x/stats"],
  ["https://owner:secret@go.example.com/hello?x", "/hello"],
  ["https://go.example.com", "/"],
  ["/dashboard/reset/secret", "/dashboard/reset/[secret]"],
  ["/dashboard/invite/secret/more?x=1", "/dashboard/invite/[secret]"],
  ["//dashboard//Demo/secret", "//dashboard//Demo/[secret]"],
  ["/dashboard/links/x", "/dashboard/links/x"],
  [`/${"x".repeat(500)}`, `/${"x".repeat(199)}`],
])("%s is logged as %s", (target, path) => {
  expect(loggedPath(target)).toBe(path);
});
