import { expect, it } from "vitest";
import { withScheme } from "@/lib/core/typed-destination";
import { newLinkSchema } from "@/lib/links/schema";

it.each([
  ["example.com/page", "https://example.com/page"],
  ["example.com:8080/x", "https://example.com:8080/x"],
  ["example.com:8080", "https://example.com:8080"],
  ["example.com?a=b:c/d", "https://example.com?a=b:c/d"],
  ["example.com/with space", "https://example.com/with space"],
  ["example.com/a:b", "https://example.com/a:b"],
  ["  www.example.com \n", "https://www.example.com"],
  ["bücher.example/a", "https://bücher.example/a"],
  ["8.8.8.8:8443/x", "https://8.8.8.8:8443/x"],
  ["[2001:db8::1]/x", "https://[2001:db8::1]/x"],
  ["172.32.0.1", "https://172.32.0.1"],
  ["example.com:80/x", "http://example.com:80/x"],
  ["localhost", "http://localhost"],
  ["localhost:3000", "http://localhost:3000"],
  ["LOCALHOST:3000/a?b#c", "http://LOCALHOST:3000/a?b#c"],
  ["app.localhost:3000", "http://app.localhost:3000"],
  ["127.0.0.1:8080/x", "http://127.0.0.1:8080/x"],
  ["192.168.178.1", "http://192.168.178.1"],
  ["10.0.0.5:9000", "http://10.0.0.5:9000"],
  ["172.16.0.1/a", "http://172.16.0.1/a"],
  ["[::1]:3000/x", "http://[::1]:3000/x"],
  ["[fd12::1]", "http://[fd12::1]"],
  ["nas:8080/files", "http://nas:8080/files"],
  ["printer.local", "http://printer.local"],
  ["wiki.internal/page", "http://wiki.internal/page"],
])("%j is completed to %j, which the service accepts", (typed, sent) => {
  expect(withScheme(typed)).toBe(sent);
  expect(newLinkSchema({ BASE_URL: "https://go.example", PORT: 3000 }).shape.url.safeParse(sent).success, sent).toBe(true);
});

it.each([
  "http://example.com",
  "https://localhost:3000",
  "HTTPS://example.com",
  "ftp://example.com",
  "mailto:someone@example.com",
  "tel:112",
  "sms:12345",
  "javascript:alert(1)",
  "data:text/html,example.com",
  "user:secret@example.com",
  "someone@example.com",
  "not a url",
  "word",
  "localhost:300000",
  "example.com:port/x",
  "//example.com",
  "/path.html",
  "",
  ":",
  ".",
  "?",
])("%j is unchanged", (typed) => {
  expect(withScheme(typed)).toBe(typed);
});
