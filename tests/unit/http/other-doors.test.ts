import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ShlinkApiClient } from "@shlinkio/shlink-js-sdk";
import { FetchHttpClient } from "@shlinkio/shlink-js-sdk/fetch";
import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/api/[[...path]]/route";
import { GET as atRest } from "@/app/rest/[...path]/route";
import { useService } from "../support/service";

// What needs no database; `integration/other-doors` has the rest.
const [address, token] = ["http://localhost", "unit-test-token"];
const on = { API_TOKEN: token, SHLINK_API: "on", KUTT_API: "on", MCP: "on" };
const inProcess =
  (answer: (request: Request) => Promise<Response>): typeof fetch =>
  (url, init) =>
    answer(new Request(url, init));

beforeEach(() => {
  useService(on);
});

describe("while they are off", () => {
  it.each(["/api/mcp", "/api/v2/links"])("there is nothing at %s", async (path) => {
    useService({ API_TOKEN: token });
    const headers = { Authorization: `Bearer ${token}`, "X-API-Key": token };
    const response = await POST(new Request(address + path, { method: "POST", headers }));
    expect([response.status, (await response.json()).code]).toEqual([404, "not_found"]);
  });

  it("/rest/v3/health is a page that does not exist", async () => {
    useService();
    const response = await atRest(new Request(`${address}/rest/v3/health`));
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
  });
});

describe("MCP", () => {
  const connect = async (bearer = token) => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const headers = { Authorization: `Bearer ${bearer}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${address}/api/mcp`), {
        requestInit: { headers },
        fetch: inProcess(POST),
      }),
    );
    return client;
  };

  it("offers the official client the commands that read, and to the server's own token no other", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...["listLinks", "getLink", "getLinkQrCode", "getLinkHealth", "listTags"],
        ...["getLinkStatistics", "getStatistics", "getReport", "listMissedLinks"],
      ]),
    );
    expect(names.filter((name) => !/^(?:get|list)/.test(name))).toEqual([]);
    expect(names).not.toContain("listReceivers");
    expect(names).not.toContain("getMetrics");
    for (const { name, inputSchema, annotations } of tools) {
      expect([name, inputSchema.type, annotations?.readOnlyHint]).toEqual([name, "object", true]);
    }
    expect(tools.find(({ name }) => name === "getLinkStatistics")?.inputSchema).toMatchObject({
      properties: { slug: { type: "string" }, days: { type: "integer" } },
      required: ["slug"],
    });
    await client.close();
  });

  it("tells the model what is wrong", async () => {
    const client = await connect();
    const { isError, content } = await client.callTool({
      name: "getLinkStatistics",
      arguments: { slug: "a", days: 0 },
    });
    expect(isError).toBe(true);
    expect(JSON.parse((content as { text: string }[])[0]?.text ?? "")).toMatchObject({
      code: "validation_failed",
      errors: [{ path: "days" }],
    });
    expect(await client.callTool({ name: "createLink", arguments: {} })).toMatchObject({
      isError: true,
    });
    await client.close();
  });

  it("lets nobody in without a token", async () => {
    const request = new Request(`${address}/api/mcp`, { method: "POST", body: "{}" });
    const response = await POST(request);
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("Shlink's API", () => {
  const clientWith = (apiKey: string) =>
    new ShlinkApiClient(new FetchHttpClient(inProcess(atRest)), { baseUrl: address, apiKey });

  it("answers its SDK that it is well", async () => {
    expect(await clientWith("").health()).toMatchObject({ status: "pass", version: "3.7.4" });
  });

  it("refuses in the format of Shlink", async () => {
    const problem = (kind: string, status: number) =>
      expect.objectContaining({ type: `https://shlink.io/api/error/${kind}`, status });
    await expect(clientWith("").listTags()).rejects.toEqual(problem("missing-authentication", 401));
    await expect(clientWith(token).tagsStats()).rejects.toEqual(problem("not-found", 404));
    await expect(clientWith(token).listShortUrls({ startDate: "2026-01-01" })).rejects.toEqual(
      problem("invalid-data", 400),
    );
    await expect(clientWith(token).createShortUrl({ longUrl: "no address" })).rejects.toEqual(
      expect.objectContaining({ invalidElements: ["longUrl"] }),
    );
  });
});
