import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, it } from "vitest";
import { refuseUnknownMethod } from "@/lib/http/methods";
import { RawConnection } from "../../support/raw-connection";
import { useConfig } from "../support/config";

beforeAll(() => void useConfig());

async function ask(method: string, path = "/") {
  const server = createServer((request, response) => {
    if (!refuseUnknownMethod(request, response))
      response.end(`left to others as ${request.method}`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const connection = new RawConnection({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    await connection.send(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return await connection.next({ isHead: method === "HEAD" });
  } finally {
    server.close();
  }
}

it.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
  "leaves %s to others",
  async (method) => {
    expect(await ask(method)).toMatchObject({
      status: 200,
      body: method === "HEAD" ? "" : `left to others as ${method}`,
    });
  },
);

it("leaves others below /api to the check of the token", async () => {
  expect(await ask("PROPFIND", "/api/links")).toMatchObject({
    status: 200,
    body: "left to others as OPTIONS",
  });
});

it("names what a path takes", async () => {
  expect((await ask("PROPFIND", "/slug"))?.headers.allow).toBe("GET, HEAD");
  expect((await ask("PROPFIND", "/dashboard/links"))?.headers.allow).toBe("GET, HEAD, POST");
});

it.each(["TRACE", "PROPFIND"])(
  "refuses %s with a problem that lists the allowed methods",
  async (method) => {
    const answer = await ask(method);
    expect(answer).toMatchObject({
      status: 405,
      headers: {
        allow: expect.stringContaining("GET, HEAD"),
        "content-type": "application/problem+json",
        "cache-control": "no-store",
      },
    });
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({
      status: 405,
      code: "method_not_allowed",
    });
  },
);
