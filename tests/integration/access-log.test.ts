// Run: all
import { describe, expect, it } from "vitest";
import { eventually } from "../support/fault-service";
import { type Service, useService, useSharedService } from "../support/service";
import { browsers, visit } from "../support/visitor";

const canary = "canary5f0f6c1e";
const address = "203.0.113.99";

interface Line {
  method: string;
  path: string;
  status: number;
  ms: number;
  requestId: string;
}

/** What strangers and owners send, with a canary in every place that must not be logged. */
async function sendEverything(service: Service): Promise<void> {
  await service.api.create({ slug: "logged" });
  const headers = {
    "user-agent": `${browsers.iphone} ${canary}`,
    "x-forwarded-for": address,
    "x-request-id": canary,
    referer: `https://${canary}.example/${canary}?${canary}`,
    cookie: `session=${canary}`,
    authorization: `Bearer ${canary}`,
    "x-other": canary,
  };
  const send = (target: string, method = "GET") =>
    visit(service.server, target, { method, headers });
  await send(`/logged?utm_source=${canary}&q=${canary}#${canary}`);
  await send(`http://${canary}.example/logged?${canary}`);
  await send(`/logged?${canary}`, "HEAD");
  await send(`/unknown-slug?${canary}`);
  await send(`/x/y?${canary}`);
  for (const path of ["reset", "invite", "demo"])
    await send(`/dashboard/${path}/${canary}?${canary}`);
  await service.api.call("GET", `/api/links?q=${canary}`);
  await service.api.call("GET", "/api/stats", undefined, {
    token: "wrong",
    headers: { "x-request-id": "of-the-client" },
  });
}

/**
 * The lines of requests once there are this many, without those that asked whether the server is
 * ready.
 */
async function lines(service: Service, count: number): Promise<Line[]> {
  const found = () => {
    // The last part is a line that is still being written.
    const requests = service.server.output().split("\n").slice(0, -1);
    const read = requests
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line) as Line);
    return read.filter(({ path }) => path !== "/robots.txt");
  };
  await eventually(() => found().length >= count, 10_000);
  return found();
}

describe("with ACCESS_LOG=all", () => {
  // Whatever the level of the log is.
  const service = useService({ env: { ACCESS_LOG: "all", LOG_LEVEL: "error" } });

  it("every request is one line, without anything about its client", async () => {
    await sendEverything(service);
    const logged = await lines(service, 11);
    expect(logged.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
      "POST /api/links 201",
      "GET /logged 302",
      "GET /logged 302",
      "HEAD /logged 302",
      "GET /unknown-slug 404",
      "GET /x/y 404",
      expect.stringMatching(/^GET \/dashboard\/reset\/\[secret\] \d+$/),
      expect.stringMatching(/^GET \/dashboard\/invite\/\[secret\] \d+$/),
      expect.stringMatching(/^GET \/dashboard\/demo\/\[secret\] \d+$/),
      "GET /api/links 200",
      "GET /api/stats 401",
    ]);
    expect(logged.at(-1)?.requestId).toBe("of-the-client");
    for (const { ms, requestId } of logged) {
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(requestId).toMatch(/^[\w-]{8,}$/);
    }
    const output = service.server.output();
    for (const secret of [canary, address, "127.0.0.1:", "::1", service.server.token])
      expect(output, secret).not.toContain(secret);
    expect(output).not.toContain(browsers.iphone);
  });
});

describe("with ACCESS_LOG=api", () => {
  const service = useService({ env: { ACCESS_LOG: "api" } });

  it("only requests to the API are logged", async () => {
    await sendEverything(service);
    expect((await lines(service, 3)).map(({ path }) => path)).toEqual([
      "/api/links",
      "/api/links",
      "/api/stats",
    ]);
  });
});

describe("by default", () => {
  const service = useSharedService();

  it("no request is logged", async () => {
    await sendEverything(service);
    expect(await lines(service, 0)).toEqual([]);
  });
});
