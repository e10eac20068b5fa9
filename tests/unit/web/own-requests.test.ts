import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withPeerAddress } from "@/lib/http/peer-address";
import { OwnRequests } from "@/lib/web/own-requests";
import { useService } from "../support/service";

const nodesFetch = globalThis.fetch;
const others = vi.fn(async () => new Response("from elsewhere"));
let server: Server;
let own: OwnRequests;
let seen: { url: string | undefined; headers: IncomingHttpHeaders; peer: string | undefined }[];
let connections: number;
const seeConnection = () => connections++;
const origin = () => process.env.__NEXT_PRIVATE_ORIGIN;

beforeEach(() => {
  useService();
  seen = [];
  connections = 0;
  subscribe("net.client.socket", seeConnection);
  server = createServer((request, response) => {
    const { url, headers } = request;
    seen.push({ url, headers, peer: own.peerOf(request) });
    if (url === "/outward") response.writeHead(302, { Location: "http://127.0.0.1:9/" }).end();
    else if (url === "/broken") response.write("begun", () => response.destroy());
    else if (url === "/large") response.end("x".repeat(1_000_000));
    else response.writeHead(200, { "Set-Cookie": ["a=1", "b=2"], "X-Page": "1" }).end("page");
  });
  own = new OwnRequests(server, others);
});
afterEach(() => {
  unsubscribe("net.client.socket", seeConnection);
  globalThis.fetch = nodesFetch;
  delete process.env.__NEXT_PRIVATE_ORIGIN;
  expect(connections).toBe(0);
});

it("reach the server of the thread with the person's peer and headers, and nothing else", async () => {
  const headers = { Cookie: "c=1", "Content-Length": "9", Host: "go.example" };
  const answer = await withPeerAddress("203.0.113.7", () =>
    fetch(new URL(`${origin()}/dashboard/links?q=1`), { headers }),
  );
  expect([answer.status, answer.headers.get("x-page"), await answer.text()]).toEqual([
    200,
    "1",
    "page",
  ]);
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(seen).toEqual([
    {
      url: "/dashboard/links?q=1",
      headers: { cookie: "c=1", host: "go.example", connection: "close" },
      peer: "203.0.113.7",
    },
  ]);
});

it("follow no redirect", async () => {
  expect((await fetch(`${origin()}/outward`)).status).toBe(302);
  expect(seen.map(({ url }) => url)).toEqual(["/outward"]);
});

it("end with their response, whole or not", async () => {
  const large = await fetch(`${origin()}/large`);
  expect(await large.text()).toHaveLength(1_000_000);
  const broken = await fetch(`${origin()}/broken`);
  await expect(broken.text()).rejects.toThrow();
});

it("are no writes, and reach nothing without a server", async () => {
  expect((await fetch(`${origin()}/x`, { method: "POST", body: "x" })).status).toBe(204);
  new OwnRequests(null, others);
  expect((await fetch(`${origin()}/x`)).status).toBe(204);
  expect([seen, others.mock.calls]).toEqual([[], []]);
});

it("leave everything else to others", async () => {
  for (const url of ["http://127.0.0.1:9/", `${origin()}:81/`, `${origin()}.example/`])
    expect(await (await fetch(url)).text()).toBe("from elsewhere");
  expect(seen).toEqual([]);
});
