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
  for (const path of [
    "/",
    "/logo.svg",
    "/logo.png",
    "/.well-known/security.txt",
    "/.well-known/assetlinks.json",
    "/.well-known/apple-app-site-association",
  ])
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

describe("app links", () => {
  const fingerprint = Array.from({ length: 32 }, () => "a1").join(":");

  it("name the apps of each platform, as JSON and without a redirect", async () => {
    settingsInEffect().use({
      IOS_APPS: "ABCDE12345.com.example.app, ABCDE12345.com.example.other",
      ANDROID_APPS: `com.example.app=${fingerprint} com.example.app=${fingerprint.replace("a1", "b2")}`,
    });
    const ios = ask("/.well-known/apple-app-site-association");
    expect([ios?.status, ios?.headers.get("content-type")]).toEqual([200, "application/json"]);
    const body = await ios?.json();
    const [details] = body.applinks.details;
    expect(details.appIDs).toEqual(["ABCDE12345.com.example.app", "ABCDE12345.com.example.other"]);
    expect(details.components.at(-1)).toEqual({ "/": "/*" });
    expect(details.components).toContainEqual({ "/": "/dashboard/*", exclude: true });
    const android = ask("/.well-known/assetlinks.json");
    expect([android?.status, android?.headers.get("content-type")]).toEqual([
      200,
      "application/json",
    ]);
    expect(await android?.json()).toEqual([
      {
        relation: ["delegate_permission/common.handle_all_urls"],
        target: {
          namespace: "android_app",
          package_name: "com.example.app",
          sha256_cert_fingerprints: [
            fingerprint.toUpperCase(),
            fingerprint.replace("a1", "b2").toUpperCase(),
          ],
        },
      },
    ]);
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
