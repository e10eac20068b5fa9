import { describe, expect, it } from "vitest";
import { isPublicName } from "@/lib/core/registrable-domain";
import { leadsElsewhere } from "@/lib/previews/moved-destinations";
import { pageHint } from "@/lib/previews/page-hint";

it.each([
  ["go.example.com", true],
  ["a.github.io", true],
  ["links.intranet", false],
  ["localhost", false],
  ["192.0.2.1", false],
])("%s is a public name: %s", async (host, isPublic) => {
  expect(await isPublicName(host)).toBe(isPublic);
});

describe("leadsElsewhere", () => {
  it.each<[what: string, url: string, before: string, end: string, isElsewhere: boolean]>([
    ["the same host", "https://a.example/x", "a.example", "a.example", false],
    ["www.", "https://a.example/x", "a.example", "www.a.example", false],
    ["without www.", "https://www.a.example/", "www.a.example", "a.example", false],
    ["the https twin", "http://a.example/", "a.example", "a.example", false],
    ["another subdomain", "https://shop.a.co.uk/", "shop.a.co.uk", "www.a.co.uk", false],
    ["another name of a public suffix", "https://a.co.uk/", "a.co.uk", "b.co.uk", true],
    ["another customer of a host", "https://a.github.io/", "a.github.io", "b.github.io", true],
    ["another top-level domain", "https://a.example/", "a.example", "a.test", true],
    ["where a shortener led", "https://short.example/x", "a.test", "www.a.test", false],
    ["where a shortener leads now", "https://short.example/x", "a.test", "b.test", true],
    ["home, after a sign-in page", "https://a.example/", "login.b.test", "a.example", false],
    ["a sign-in page elsewhere", "https://a.example/", "a.example", "login.b.test", true],
    ["another address", "http://192.0.2.1/", "192.0.2.1", "192.0.2.2", true],
    ["a name without a suffix", "http://intranet/", "intranet", "intranet.", false],
  ])("%s", async (_, url, before, end, isElsewhere) => {
    expect(await leadsElsewhere(url, before, end)).toBe(isElsewhere);
  });
});

describe("pageHint", () => {
  it.each<[string | null, ReturnType<typeof pageHint>]>([
    ["example.com is for sale", "forSale"],
    ["This domain is for sale! | Broker", "forSale"],
    ["Buy this domain", "forSale"],
    ["example.de: Diese Domain steht zum Verkauf", "forSale"],
    ["House for sale in Bath", null],
    ["Websites we like", null],
    ["404 Not Found", "notFound"],
    ["Page not found | Shop", "notFound"],
    ["Seite nicht gefunden", "notFound"],
    ["Peugeot 404: a history", null],
    ["Lost and found", null],
    ["", null],
    [null, null],
  ])("%j: %j", (title, hint) => {
    expect(pageHint(title)).toBe(hint);
  });
});
