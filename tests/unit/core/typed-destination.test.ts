import { expect, it } from "vitest";
import { withPlainAmpersands, withScheme } from "@/lib/core/typed-destination";
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
  expect(
    newLinkSchema({ BASE_URL: "https://go.example", PORT: 3000 }).shape.url.safeParse(sent).success,
    sent,
  ).toBe(true);
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

it.each([
  ["https://example.com/?a=1&amp;b=2&amp;c=3", "https://example.com/?a=1&b=2&c=3"],
  ["https://example.com/?a=1&amp;amp;b=2", "https://example.com/?a=1&b=2"],
  ["https://example.com/?a=1&#038;b=2&#38;c=3&#x26;d=4", "https://example.com/?a=1&b=2&c=3&d=4"],
  ["example.com/x?a&AMP;b=2#f", "example.com/x?a&b=2#f"],
  ["https://example.com/?a=1&amp;b=&amp;", "https://example.com/?a=1&b=&amp;"],
])("replaces & as HTML writes it between parameters: %s", (url, plain) => {
  expect(withPlainAmpersands(url)).toBe(plain);
});

it.each([
  "https://example.com/?a=1&b=2",
  "https://example.com/?q=Q%26amp;A",
  "https://example.com/a&amp;b=c",
  "https://example.com/?amp;b=2",
  "https://example.com/?q=AT&amp;T",
  "https://example.com/?a&amp;",
  "",
])("leaves every other one alone: %j", (url) => {
  expect(withPlainAmpersands(url)).toBeNull();
});

const invisible = [
  "\u200b",
  "\ufeff",
  "\u2060",
  "\u00ad",
  "\u200e",
  "\u202a\u202c",
  "\u2066\u2069",
  "\u00a0",
  "\u2028",
  "\u180e",
  "\u2800",
  " \u200b\t\n",
];

it.each(invisible)("leaves out %j around a pasted destination", (around) => {
  const own = { BASE_URL: "https://go.example.com", PORT: 3000 };
  expect(withScheme(`${around}example.com/a${around}`)).toBe("https://example.com/a");
  expect(
    newLinkSchema(own).parse({ url: `${around}https://example.com/a\u200bb${around}` }).url,
  ).toBe("https://example.com/a\u200bb");
});

it("trims a long text without looking at each character twice", () => {
  expect(withScheme(`x${" ".repeat(60_000)}y`)).toHaveLength(60_002);
});
