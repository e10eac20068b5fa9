// Run: verify
import { describe, expect, it } from "vitest";
import type { Problem } from "../support/contract";
import { useSharedService } from "../support/service";
import { visit } from "../support/visitor";

const service = useSharedService();

const paths = [
  "/api",
  "/api/links",
  "/api/links/x",
  "/api/links/import",
  "/api/links/x/stats",
  "/api/stats",
  "/api/nothing",
  "/api/links/x/nothing",
  "/api/links/%E0%A4%A",
];
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

describe("without a valid token", () => {
  const refuse = async (method: string, path: string, token: string | null) => {
    const { status, headers, body } = await service.api.call<Problem | undefined>(
      method,
      path,
      undefined,
      { token },
    );
    expect([status, headers.get("www-authenticate")], `${method} ${token}`).toEqual([
      401,
      "Bearer",
    ]);
    if (body) expect(body.code).toBe("unauthorized");
  };

  it.each(paths)("%s answers every method with 401 and nothing else", async (path) => {
    for (const method of methods)
      for (const token of [null, "wrong"]) await refuse(method, path, token);
  });
});

describe("with the token", () => {
  it.each([
    ["/api/links", "DELETE, OPTIONS, PATCH, PUT", "GET, HEAD, POST"],
    ["/api/links/x", "OPTIONS, POST, PUT", "DELETE, GET, HEAD, PATCH"],
    ["/api/links/import", "OPTIONS, PUT", "DELETE, GET, HEAD, PATCH, POST"],
    ["/api/links/x/stats", "DELETE, OPTIONS, PATCH, POST, PUT", "GET, HEAD"],
    ["/api/stats", "DELETE, OPTIONS, PATCH, POST, PUT", "GET, HEAD"],
  ])("%s answers 405 to %s", async (path, refused, allowed) => {
    for (const method of refused.split(", ")) {
      const { status, headers, body } = await service.api.call<Problem>(method, path);
      expect([status, headers.get("allow"), body.code], method).toEqual([
        405,
        allowed,
        "method_not_allowed",
      ]);
    }
  });

  it.each(["/api", "/api/", "/api/nothing", "/api/links/x/nothing", "/api//links"])(
    "%s is a 404 problem for every method",
    async (path) => {
      for (const method of methods.filter((each) => each !== "HEAD"))
        expect((await service.api.call(method, path)).status, method).toBe(404);
    },
  );

  it("a method unknown to HTTP frameworks is 405", async () => {
    const ask = async (headers: Record<string, string>) => {
      const answer = await visit(service.server, "/api/links", { method: "PROPFIND", headers });
      return [answer.status, answer.headers["content-type"]];
    };
    const headers = { Authorization: `Bearer ${service.api.token}` };
    expect(await ask(headers)).toEqual([405, "application/problem+json"]);
    expect(await ask({})).toEqual([401, "application/problem+json"]);
  });

  it("HEAD answers like GET without a body", async () => {
    expect((await service.api.call("HEAD", "/api/links")).status).toBe(200);
    expect((await service.api.call("HEAD", "/api/links/nothing-here")).status).toBe(404);
  });
});
