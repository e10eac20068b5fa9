import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { settingsInEffect } from "@/lib/config/site-settings";
import { refuseForeignWrite } from "@/lib/http/front/foreign-write";
import { normalizeTarget } from "@/lib/http/front/normalize-target";
import { useService } from "../support/service";

let status: number | null;
const response = {
  req: { headers: {}, complete: true },
  writeHead: (given: number) => (status = given),
  end: () => {},
} as unknown as ServerResponse;
const refused = (method: string, target: string, headers: Record<string, string> = {}) =>
  refuseForeignWrite(
    {
      method,
      url: normalizeTarget(target),
      headers: { host: "localhost", ...headers },
    } as unknown as IncomingMessage,
    response,
  );

beforeEach(() => {
  useService();
  status = null;
});

const own = { origin: "http://localhost" };

describe("a write without an origin", () => {
  it.each([
    "/dashboard/overview",
    "/api/../dashboard/overview",
    "/api/./../dashboard/overview",
    "/api/%2e%2e/dashboard/overview",
    "/api/.%2E/dashboard/overview",
    "/api/links/../../dashboard/overview",
    "http://localhost/api/../dashboard/overview",
    "HTTP://localhost/dashboard/overview",
    "/api\\..\\dashboard/overview",
    "/x/..//api/../dashboard/overview",
    "//api/links",
    "/apis",
    "/%61pi/../dashboard/overview",
  ])("is refused at %s", (target) => {
    expect([refused("POST", target), status]).toEqual([true, 403]);
    expect(refused("DELETE", target)).toBe(true);
    expect(refused("POST", target, { origin: "null" })).toBe(true);
    expect(refused("POST", target, own)).toBe(false);
  });

  it.each([
    "/api",
    "/api/",
    "/api/links",
    "/api?x",
    "/%61pi/links",
    "/dashboard/../api/links",
    "/api/..%2fdashboard/overview",
  ])("is allowed for the API at %s", (target) => {
    expect(refused("POST", target, { "content-type": "application/json" })).toBe(false);
    expect(refused("DELETE", target)).toBe(false);
  });
});

describe("a form for the API", () => {
  it.each([
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain;charset=UTF-8",
    " Text/Plain ",
  ])("of type %s is refused if a browser sends it from another or an unknown site", (type) => {
    expect(
      refused("POST", "/api/links", { "content-type": type, origin: "https://evil.example" }),
    ).toBe(true);
    expect(
      refused("POST", "/api/links", { "content-type": type, cookie: "slugline.session=x" }),
    ).toBe(true);
    expect(
      refused("POST", "/api/links", { "content-type": type, cookie: "slugline.session=x", ...own }),
    ).toBe(false);
    // A page of another site may send a token only after a preflight, which API_CORS_ORIGINS
    // decides.
    expect(
      refused("POST", "/api/links", {
        "content-type": type,
        origin: "https://app.example",
        authorization: "Bearer x",
      }),
    ).toBe(false);
    expect(
      refused("POST", "/dashboard/overview", {
        "content-type": type,
        origin: "https://app.example",
        authorization: "Bearer x",
      }),
    ).toBe(true);
    // `curl -d` sends this type without being asked; the API says what is wrong with it.
    expect(refused("POST", "/api/links", { "content-type": type })).toBe(false);
  });
});

it("a read is not refused", () => {
  for (const method of ["GET", "HEAD", "OPTIONS"])
    expect(refused(method, "/dashboard/overview", { origin: "https://evil.example" })).toBe(false);
});

it("a write to the YOURLS endpoint is refused like any other while that is off", () => {
  expect(refused("POST", "/yourls-api.php")).toBe(true);
  settingsInEffect().use({ YOURLS_API: "on" });
  expect(refused("POST", "/yourls-api.php?x", { origin: "chrome-extension://x" })).toBe(false);
  expect(refused("POST", "/yourls-api.phpx")).toBe(true);
  expect(refused("POST", "/dashboard/yourls-api.php")).toBe(true);
});
