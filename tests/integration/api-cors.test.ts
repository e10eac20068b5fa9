// Run: all
import { describe, expect, it } from "vitest";
import { useService } from "../support/service";

const app = "https://app.example.com";

describe("API_CORS_ORIGINS", () => {
  const service = useService({ env: { API_CORS_ORIGINS: app } });
  const ask = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    fetch(service.server.url + path, { method, headers, ...(body === undefined ? {} : { body }) });

  it("lets a listed page read and write as a browser does", async () => {
    const preflight = await ask("OPTIONS", "/api/links", {
      Origin: app,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization,content-type",
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
      204,
      app,
    ]);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    const headers = {
      Origin: app,
      Authorization: `Bearer ${service.server.token}`,
      "Content-Type": "application/json",
    };
    const created = await ask(
      "POST",
      "/api/links",
      headers,
      '{"url":"https://example.com/","slug":"from-a-page"}',
    );
    expect([created.status, created.headers.get("access-control-allow-origin")]).toEqual([
      201,
      app,
    ]);
    const deleted = await ask("DELETE", "/api/links/from-a-page", {
      Origin: app,
      Authorization: `Bearer ${service.server.token}`,
    });
    expect([deleted.status, deleted.headers.get("access-control-allow-origin")]).toEqual([
      204,
      app,
    ]);
  });

  it("gives other pages and paths outside of the API nothing", async () => {
    const preflight = { "Access-Control-Request-Method": "POST" };
    const answers = [
      await ask("OPTIONS", "/api/links", { Origin: "https://evil.example", ...preflight }),
      await ask("GET", "/dashboard/sign-in", { Origin: app }),
      await ask("GET", "/not-there", { Origin: app }),
    ];
    for (const { headers } of answers)
      expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});
