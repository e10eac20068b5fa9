import { createServer, request as requestOf, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { takePeer } from "@/lib/web/forward";
import { WebThread } from "@/lib/web/web-thread";
import { useConfig } from "../support/config";

/** In place of Next: reports what reached it; dies or hangs when asked to. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
const server = createServer((request, response) => {
  if (request.url === "/die") process.exit(1);
  while (request.url === "/hang") {}
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
    const seen = { method: request.method, url: request.url, headers: request.headers, key: workerData.key, body: Buffer.concat(chunks).toString() };
    response.writeHead(201, { "Content-Type": "application/json", "Keep-Alive": "timeout=1", "Set-Cookie": ["a=1", "b=2"] }).end(JSON.stringify(seen));
  });
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage({ port: server.address().port }));
parentPort.on("message", (order) => (order === "stop" ? process.exit() : parentPort.postMessage("pong")));
`)}`,
);

vi.mock("node:timers/promises", () => import("../support/timers-promises"));

let thread: WebThread;
let front: Server;
let heard: () => Promise<void>;

beforeEach(async () => {
  thread = new WebThread(useConfig(), { databaseUrl: "", port: 0 }, script);
  await thread.start();
  heard = async () => {};
  front = createServer((request, response) => thread.answer(request, response, () => heard()));
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  vi.useRealTimers();
  front.closeAllConnections();
  await Promise.all([new Promise((resolve) => front.close(resolve)), thread.stop()]);
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

function ask(
  path: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { port } = front.address() as AddressInfo;
  return new Promise<Answer>((resolve, reject) => {
    const outgoing = requestOf(
      { host: "127.0.0.1", port, path, method, headers, agent: false },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
        );
      },
    );
    outgoing.on("error", reject).end(body);
  });
}

describe("WebThread", () => {
  it("forwards method, target, headers and body, with the peer and the key", async () => {
    const { status, headers, body } = await ask("/page?x=%2F", {
      method: "POST",
      headers: { "X-Own": "1", TE: "trailers" },
      body: "whole",
    });
    const seen = JSON.parse(body);
    expect(status).toBe(201);
    expect(seen).toMatchObject({ method: "POST", url: "/page?x=%2F", body: "whole" });
    expect(seen.headers).toMatchObject({
      "x-own": "1",
      "x-forwarded-for": "127.0.0.1",
    });
    expect(takePeer(seen, seen.key)).toBe("127.0.0.1");
    expect(seen.headers).not.toHaveProperty("te");
    expect(headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(headers["keep-alive"]).toBeUndefined();
  });

  it("ignores a forged peer header", async () => {
    const { body } = await ask("/", {
      headers: { "X-Slugline-Peer": "guess 203.0.113.9", "X-Forwarded-For": "203.0.113.9" },
    });
    const seen = JSON.parse(body);
    expect(takePeer(seen, seen.key)).toBe("127.0.0.1");
    expect(seen.headers["x-forwarded-for"]).toBe("203.0.113.9");
  });

  it("answers a write once its change takes effect here, a read at once", async () => {
    let act = () => {};
    let asked = 0;
    heard = () => {
      asked++;
      return new Promise((resolve) => {
        act = resolve;
      });
    };
    expect((await ask("/")).status).toBe(201);
    expect(asked).toBe(0);
    let answered = false;
    const written = ask("/", { method: "PATCH" }).then(() => {
      answered = true;
    });
    while (asked === 0) await new Promise(setImmediate);
    for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
    expect(answered).toBe(false);
    act();
    await written;
  });

  it("answers 503 while its thread is down, and restarts it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const dying = await ask("/die");
    expect([dying.status, dying.headers["retry-after"]]).toEqual([503, "1"]);
    expect((await ask("/")).status).toBe(503);
    // The pause before the next thread may begin after these answers.
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(1_000);
    let status = 503;
    while (status === 503) ({ status } = await ask("/"));
    expect(status).toBe(201);
  });

  it.each([
    ["ends", "process.exit(3)", 60_000, "ended before it was ready (exit code 3)"],
    ["says nothing", "setInterval(() => {}, 1_000)", 100, "was not ready within 0.1 s"],
    ["hangs", "for (;;);", 100, "was not ready within 0.1 s"],
  ])("does not start with a thread that %s", async (_, code, limitMs, reason) => {
    const lost = new WebThread(
      useConfig(),
      { databaseUrl: "", port: 0 },
      new URL(`data:text/javascript,${code}`),
      50,
      limitMs,
    );
    await expect(lost.start()).rejects.toThrow(`The thread of the dashboard and API ${reason}.`);
  });

  it("answers 503 when its thread hangs, and restarts it", async () => {
    await thread.stop();
    thread = new WebThread(useConfig(), { databaseUrl: "", port: 0 }, script, 50);
    await thread.start();
    expect((await ask("/hang")).status).toBe(503);
    let status = 503;
    while (status === 503) ({ status } = await ask("/"));
    expect(status).toBe(201);
  });
});
