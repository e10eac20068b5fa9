import { beforeEach, describe, expect, it } from "vitest";
import { settingsInEffect, siteSettings } from "@/lib/config/site-settings";
import { answerPublicFile } from "@/lib/http/public-files";
import { useService } from "../support/service";

const service = "https://go.example.com";
const now = new Date("2030-05-01T10:20:30Z");
const logo = `data:image/svg+xml;base64,${Buffer.from('<svg viewBox="0 0 1 1"/>').toString("base64")}`;

const ask = (path: string, init?: RequestInit) =>
  answerPublicFile(
    new Request(service + path, { headers: { host: "go.example.com" }, ...init }),
    now,
  );

beforeEach(() => {
  useService({ BASE_URL: service });
});

it("answers nothing while nothing is set", () => {
  for (const path of ["/", "/logo.svg", "/logo.png", "/.well-known/security.txt"])
    expect(ask(path), path).toBeNull();
});

describe("/", () => {
  it("redirects to HOME_URL, not for good", () => {
    settingsInEffect().use({ HOME_URL: "https://example.com/é" });
    const answer = ask("/?utm_source=x");
    expect(answer?.status).toBe(302);
    expect(Object.fromEntries(answer?.headers ?? [])).toEqual({
      location: "https://example.com/%C3%A9",
      "cache-control": "private, no-store",
    });
    expect(ask("/", { method: "POST" })).toBeNull();
  });

  it("does not redirect to the host that was asked", () => {
    settingsInEffect().use({ HOME_URL: "https://alias.example/" });
    expect(ask("/", { headers: { host: "alias.example" } })).toBeNull();
  });
});

describe("security.txt", () => {
  it("has what RFC 9116 demands, and ends within a year", async () => {
    settingsInEffect().use({ ABUSE_CONTACT: "abuse@example.com" });
    const answer = ask("/.well-known/security.txt");
    expect(answer?.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await answer?.text()).toBe(
      "Contact: mailto:abuse@example.com\nExpires: 2030-07-30T00:00:00.000Z\nCanonical: https://go.example.com/.well-known/security.txt\n",
    );
  });
});

describe("the logo", () => {
  it("is served with its type and a policy under which nothing in it runs", async () => {
    settingsInEffect().use({ SITE_LOGO: logo });
    const { address = "" } = siteSettings().SITE_LOGO ?? {};
    const answer = ask(address);
    expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": expect.stringMatching(/^default-src 'none'; .*sandbox$/),
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(await answer?.text()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
    );
  });

  it("is kept for long only at its own address", () => {
    settingsInEffect().use({ SITE_LOGO: logo });
    for (const path of ["/logo.svg", "/logo.svg?v=0"])
      expect(ask(path)?.headers.get("cache-control"), path).toBe("public, max-age=300");
    expect(ask("/logo.png")).toBeNull();
  });
});
