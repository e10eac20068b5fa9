// Run: verify
import { expect, it } from "vitest";
import { openApiDocument } from "@/lib/http/api/openapi";
import { useSharedService } from "../support/service";

const service = useSharedService();

it("GET /api/openapi.json needs no token and is the document of this address", async () => {
  const response = await fetch(`${service.server.url}/api/openapi.json`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/json",
  ]);
  const baseUrl = service.server.url.replace("127.0.0.1", "localhost");
  const document = await response.json();
  const { info, ...expected } = JSON.parse(JSON.stringify(openApiDocument(baseUrl)));
  // The build knows whether it is past a release, the test does not.
  const version = expect.stringMatching(/^\d+\.\d+\.\d+(-dev\.\d+\+[0-9a-f]+)?$/);
  expect(document).toEqual({ ...expected, info: { ...info, version } });
});

it("answers 405 to a write", async () => {
  const response = await fetch(`${service.server.url}/api/openapi.json`, { method: "POST" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
