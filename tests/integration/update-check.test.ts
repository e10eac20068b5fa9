// Run: all
import { afterAll, describe, expect, it } from "vitest";
import { startDestination } from "../support/destinations";
import { useService } from "../support/service";

const feed = await startDestination({}, (_request, response) =>
  response.end('{"version":"999.0.0"}'),
);
afterAll(() => feed.close());

describe("a service that asks for a newer version", () => {
  const service = useService({
    env: {
      UPDATE_CHECK: `${feed.url}/latest`,
      ...(process.platform === "linux" ? { WORKERS: "2" } : {}),
    },
  });

  it("asks once at its start, from all its processes together, and says nothing about itself", async () => {
    await expect.poll(() => feed.requests.length).toBe(1);
    // Every process has been ready for some time.
    await service.api.create({});
    expect(
      feed.requests.map(({ url, headers }) => [url, headers["user-agent"], headers.cookie]),
    ).toEqual([["/latest", "Slugline", undefined]]);
    expect(service.server.output()).not.toMatch(/could not ask for a newer version/);
  });
});
