import { beforeEach, describe, expect, it } from "vitest";
import { operation } from "@/lib/http/api/api-route";
import { useService } from "../support/service";
import { commandAt } from "./command-at";

const token = "unit-test-token";
const authorization = `Bearer ${token}`;
const app = "https://app.example.com";
const route = operation(
  commandAt("get", async () => ({}), { Vary: "Accept" }),
  commandAt("patch", async () => ({})),
);
const call = (method: "GET" | "OPTIONS", headers: Record<string, string>) =>
  route[method](new Request("https://go.example.com/api/x", { method, headers }));
const preflight = (origin: string) =>
  call("OPTIONS", { origin, "access-control-request-method": "PATCH" });
const corsOf = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control"));

describe("with API_CORS_ORIGINS", () => {
  beforeEach(() =>
    useService({ API_TOKEN: token, API_CORS_ORIGINS: `${app},http://localhost:5173` }),
  );

  it("answers the preflight of a listed origin without a token", async () => {
    const response = await preflight(app);
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(app);
    expect(response.headers.get("access-control-allow-methods")?.split(", ").sort()).toEqual([
      "GET",
      "HEAD",
      "PATCH",
    ]);
    expect(response.headers.get("access-control-allow-headers")).toMatch(
      /Authorization.*Idempotency-Key/,
    );
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it.each(["https://evil.example", `${app}.evil.example`, "http://app.example.com", "null"])(
    "treats %s as without CORS",
    async (origin) => {
      const answers = [await preflight(origin), await call("GET", { origin, authorization })];
      expect(answers.map(({ status }) => status)).toEqual([401, 200]);
      for (const answer of answers)
        expect([corsOf(answer), answer.headers.get("vary")]).toEqual([
          [],
          expect.stringContaining("Origin"),
        ]);
    },
  );

  it("still needs a token for everything else, and lets the page read the refusal", async () => {
    for (const headers of [{}, { "access-control-request-method": "GET" }]) {
      const response = await call("GET", { origin: app, ...headers });
      expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([
        401,
        app,
      ]);
    }
    expect((await call("OPTIONS", { origin: app })).status).toBe(401);
  });

  it("lets the page read the response and its headers, for this origin only", async () => {
    const { headers } = await call("GET", { origin: app, authorization });
    expect([headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([
      app,
      "Accept, Origin",
    ]);
    expect(headers.get("access-control-expose-headers")).toMatch(/ETag.*X-Request-Id/);
  });
});

it("with * answers any origin, and without the setting none", async () => {
  useService({ API_TOKEN: token, API_CORS_ORIGINS: "*" });
  expect((await preflight("https://any.example")).headers.get("access-control-allow-origin")).toBe(
    "https://any.example",
  );
  useService({ API_TOKEN: token });
  const answers = [await preflight(app), await call("GET", { origin: app, authorization })];
  expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  for (const answer of answers)
    expect([corsOf(answer), answer.headers.get("vary")?.includes("Origin") ?? false]).toEqual([
      [],
      false,
    ]);
});
