import { expect, it } from "vitest";
import { isScannerPath } from "@/lib/visits/missed-slugs";

it.each([
  "wp-admin",
  "wp-login",
  "WP_content",
  "phpMyAdmin",
  "php-my-admin",
  "HNAP1",
  "cgi-bin",
  "admin",
  "login",
  "server-status",
  "nmaplowercheck17",
  "apple-app-site-association",
])("scanners ask for %s", (slug) => {
  expect(isScannerPath(slug)).toBe(true);
});

it.each([
  "sprnig-sale",
  "shop",
  "jobs",
  "php-days",
  "administer",
  "wpa-guide",
  "login-help",
  "2026",
  "a",
  "x".repeat(64),
  "constructor",
  "toString",
])("people ask for %s", (slug) => {
  expect(isScannerPath(slug)).toBe(false);
});
