// Run: all
import { describe, expect, it } from "vitest";
import type { Link, Problem } from "../support/contract";
import { useService } from "../support/service";
import { visit } from "../support/visitor";

const guesser = { headers: { "X-Forwarded-For": "192.0.2.1" } };

describe("WRITE_LIMIT", () => {
  const service = useService({ env: { WRITE_LIMIT: "4", NOT_FOUND_LIMIT: "1" } });

  it("says what is left, refuses further writes before their body is read, and never limits reads", async () => {
    const answers = [];
    for (let n = 0; n < 4; n++)
      answers.push(
        await service.api.call<Link>(
          "POST",
          "/api/links",
          n === 1 ? { url: "no" } : { url: "https://example.com/" },
        ),
      );
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 201, 201]);
    expect(answers.map(({ headers }) => headers.get("ratelimit")?.split(";")[1])).toEqual([
      "r=3",
      "r=2",
      "r=1",
      "r=0",
    ]);
    const refused = await service.api.call<Problem>("DELETE", "/api/links/not-there");
    expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
    expect(refused.headers.get("ratelimit-policy")).toBe('"writes";q=4;w=60');
    expect(refused.headers.get("ratelimit")).toBe(
      `"writes";r=0;t=${refused.headers.get("retry-after")}`,
    );
    expect((await service.api.call("POST", "/api/links", undefined, { rawBody: "{" })).status).toBe(
      429,
    );
    const { headers } = await service.api.call("GET", "/api/links");
    expect([headers.get("ratelimit"), headers.get("ratelimit-policy")]).toEqual([null, null]);
  });

  it("headers of the 429 for unknown slugs name their limit", async () => {
    await visit(service.server, "/guess-1", guesser);
    const { status, headers } = await visit(service.server, "/guess-2", guesser);
    expect([status, headers["ratelimit-policy"]]).toEqual([429, '"unknown-slugs";q=1;w=60']);
    expect(headers.ratelimit).toBe(`"unknown-slugs";r=0;t=${headers["retry-after"]}`);
  });
});

describe("RATE_LIMITS=off", () => {
  const service = useService({
    env: { RATE_LIMITS: "off", WRITE_LIMIT: "1", NOT_FOUND_LIMIT: "1" },
  });

  it("limits neither writes nor unknown slugs", async () => {
    for (let n = 0; n < 3; n++) {
      const { status, headers } = await service.api.call("POST", "/api/links", {
        url: "https://example.com/",
      });
      expect([status, headers.get("ratelimit")]).toEqual([201, null]);
      expect((await visit(service.server, "/guess", guesser)).status).toBe(404);
    }
  });
});
