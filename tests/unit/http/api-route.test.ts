import { beforeAll, describe, expect, it, vi } from "vitest";
import { SluglineError } from "@/lib/core/errors";
import { operation } from "@/lib/http/api/api-route";
import { useService } from "../support/service";
import { commandAt } from "./command-at";

// Wrong tokens are counted in the database, which there is none of here.
vi.mock("@/lib/limits/guess-limits", async (original) => ({
  ...(await original<typeof import("@/lib/limits/guess-limits")>()),
  takeGuess: async () => {},
}));

const token = "unit-test-token";
const given = { authorization: `Bearer ${token}` };
const call = (method: string, headers: Record<string, string> = given) =>
  new Request("https://go.example.com/api/x", { method, headers });

beforeAll(() => void useService({ API_TOKEN: token }));

const route = operation(
  commandAt("get", async () => ({ fine: true })),
  commandAt("post", async () => {
    throw new SluglineError("slug_taken", "slugImpossible");
  }),
  commandAt("delete", async () => {
    throw new Error("connect to postgresql://slugline:hunter2@db failed");
  }),
);

describe("operation", () => {
  it("sends a request id and Cache-Control: no-store", async () => {
    const response = await route.GET(call("GET"));
    expect(await response.json()).toEqual({ fine: true });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ["the caller's own", "abc-1.2:3_x", "abc-1.2:3_x"],
    ["a new one for an unsafe one", "a b<script>", null],
    ["a new one for an endless one", "x".repeat(129), null],
  ])("returns a request id: %s", async (_, sent, expected) => {
    const id = (await route.GET(call("GET", { ...given, "x-request-id": sent }))).headers.get(
      "x-request-id",
    );
    expect(id).toEqual(expected ?? expect.stringMatching(/^[0-9a-f-]{36}$/));
  });

  it.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)(
    "checks the token before anything else: %s",
    async (method) => {
      const response = await route[method](call(method, {}));
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(response.headers.get("allow")).toBeNull();
    },
  );

  it("answers 405 with the allowed methods", async () => {
    const response = await route.PUT(call("PUT"));
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")?.split(", ").sort()).toEqual([
      "DELETE",
      "GET",
      "HEAD",
      "POST",
    ]);
  });

  it("turns a refusal into a problem body with the request id of the header", async () => {
    const response = await route.POST(call("POST"));
    expect(response.status).toBe(409);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({
      code: "slug_taken",
      detail: "No link can have this slug. Use letters, digits, - and _.",
      requestId: response.headers.get("x-request-id"),
    });
  });

  it("answers 500 with a fixed text that reveals nothing", async () => {
    const response = await route.DELETE(call("DELETE"));
    expect(response.status).toBe(500);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ code: "internal_error", errors: [] });
    expect(body).not.toMatch(/hunter2|postgresql|connect/);
  });
});
