import { expect, it } from "vitest";
import { searchTerms } from "@/lib/core/search-terms";

const own = {
  BASE_URL: "https://go.example",
  DASHBOARD_ORIGIN: "https://admin.example:8443",
  DOMAINS: new Map([["l.example", "l.example"]]),
  PORT: 3000,
};
const slugOf = (typed: string, BASE_URL = own.BASE_URL) =>
  searchTerms(typed, { ...own, BASE_URL }).slug;
const textsOf = (typed: string) => searchTerms(typed, own).texts;

it.each([
  "https://go.example/sale",
  "HTTP://GO.example/sale/",
  " go.example/sale\n",
  "\u200bgo.example/sale\u00a0",
  "https://go.example/sale?utm_source=x#y",
  "https://go.example/sale.",
  "go.example:443/sale",
  "go.example:3000/sale",
  "https://admin.example:8443/sale",
  "l.example/sale",
  "/sale",
  "/sale/",
])("%j means a slug", (typed) => {
  expect(slugOf(typed)).toBe("sale");
});

it.each([
  "sale",
  "https://go.example/",
  "https://go.example/sale/more",
  "https://go.example/api",
  "https://other.example/sale",
  "https://go.example.evil.example/sale",
  "go.example:8080/sale",
  "//other.example/sale",
  "/a b",
  "/",
  "",
  "https://",
  "https://go.example/%ff",
])("%j means no slug", (typed) => {
  expect(slugOf(typed)).toBeNull();
});

it("knows a service on this machine", () => {
  expect(slugOf("localhost:3000/sale", "http://localhost:3000")).toBe("sale");
  expect(slugOf("http://127.0.0.1:3000/sale", "http://localhost:3000")).toBe("sale");
});

it.each([
  ["Sale ", ["Sale"]],
  ["50% off", ["50% off"]],
  ["example.com/a", ["example.com/a"]],
  ["https://example.com/", ["https://example.com"]],
  ["a/", ["a/"]],
  ["https://example.com/?a=%20b", ["https://example.com/?a=%20b"]],
  ["Köln", ["K\u00f6ln", "Ko\u0308ln", "K%C3%B6ln"]],
  ["Ko\u0308ln", ["Ko\u0308ln", "K\u00f6ln", "K%C3%B6ln"]],
  [
    "https://b\u00fccher.example/stra\u00dfe",
    [
      "https://b\u00fccher.example/stra\u00dfe",
      "https://bu\u0308cher.example/stra\u00dfe",
      "https://xn--bcher-kva.example/stra%C3%9Fe",
    ],
  ],
  [
    "xn--bcher-kva.example:8080/",
    [
      "xn--bcher-kva.example:8080/",
      "bücher.example:8080",
      "bu\u0308cher.example:8080",
      "xn--bcher-kva.example:8080",
    ],
  ],
  ["https://example.com/%C3%B6%ff", ["https://example.com/%C3%B6%ff"]],
])("%j is spelled", (typed, texts) => {
  expect(textsOf(typed)).toEqual(texts);
});

it("a slash alone is text, not nothing", () => {
  expect(textsOf("/")).toEqual(["/"]);
});
