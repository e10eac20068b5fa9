import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Front } from "@/lib/http/front/front";
import { forward, signPeer, takePeer } from "@/lib/web/forward";
import { RawConnection } from "../../support/raw-connection";
import { useService } from "../support/service";

describe("takePeer", () => {
  const request = (peer: string, url = "/page") =>
    ({
      method: "GET",
      url,
      headers: { "x-slugline-peer": peer, host: "x" },
    }) as unknown as IncomingMessage;
  const signed = (key: string, url = "/page") => signPeer(request("", url), "203.0.113.7", key);

  it("removes the address from the headers", () => {
    const given = request(signed("key"));
    expect(takePeer(given, "key")).toBe("203.0.113.7");
    expect(given.headers).toEqual({ host: "x" });
  });

  it.each([
    "",
    "key 203.0.113.7",
    "key key 203.0.113.7",
    signed("other"),
    signed("key", "/other"),
    signed("key").replace("203.0.113.7", "203.0.113.8"),
  ])("is null without a signature of this request: %j", (peer) => {
    expect(takePeer(request(peer), "key")).toBeNull();
  });

  it("sends another value with each request, and never the key", () => {
    const [one, two] = [signed("key of the thread"), signed("key of the thread")];
    expect(one).not.toBe(two);
    expect(one + two).not.toContain("key of the thread");
  });
});

/**
 * Every order of events: a web thread that does what it is told, a client that reads what it gets.
 */
describe("forward", () => {
  let front: Front;
  let web: Server;
  let connection: RawConnection;
  /** What the web thread does once it has the head of a request. */
  let act: (socket: Socket) => void;
  let heard: (isStored: boolean) => Promise<void>;
  const webSockets = new Set<Socket>();

  const portOf = (server: { address: Server["address"] }) => (server.address() as AddressInfo).port;
  const whole = "HTTP/1.1 413 X\r\nContent-Length: 4\r\n\r\nlate";
  const half = "HTTP/1.1 200 X\r\nContent-Length: 10\r\n\r\nhalf";
  const head = "POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n";
  const body = Buffer.alloc(300_000, "x");

  beforeEach(async () => {
    useService();
    heard = async () => {};
    web = createServer((socket) => {
      webSockets.add(socket.on("error", () => {}));
      socket.once("data", () => act(socket));
    });
    await once(web.listen(0, "127.0.0.1"), "listening");
    front = new Front();
    front.open({
      answerPage: (incoming, response) =>
        forward(incoming, response, {
          port: portOf(web),
          key: "k",
          waitForChanges: (isStored) => heard(isStored),
        }),
      answerShort: null,
    });
    await once(front.server.listen(0, "127.0.0.1"), "listening");
    connection = new RawConnection({ url: `http://127.0.0.1:${portOf(front.server)}` });
  });

  afterEach(() => {
    vi.useRealTimers();
    connection.abort();
    for (const socket of webSockets) socket.destroy();
    webSockets.clear();
    web.close();
    front.server.close();
    front.server.closeAllConnections();
  });

  it("repeated headers are kept: a sign-in sets two cookies", async () => {
    act = (socket) =>
      socket.write(
        "HTTP/1.1 200 X\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Frame-Options: SAMEORIGIN\r\nContent-Length: 0\r\n\r\n",
      );
    const { headers } = await fetch(`http://127.0.0.1:${portOf(front.server)}/dashboard/overview`);
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
  });

  const slowly = () => sleep(30);

  it.each([
    [201, true],
    [503, false],
  ])(
    "a write that the web thread answers with %i counts as stored: %s",
    async (status, isStored) => {
      const reported: boolean[] = [];
      heard = async (given) => void reported.push(given);
      act = (socket) => socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`);
      expect(
        (await fetch(`http://127.0.0.1:${portOf(front.server)}/api/links`, { method: "POST" }))
          .status,
      ).toBe(status);
      expect(reported).toEqual([isStored]);
    },
  );

  describe.each([
    ["at once", async () => {}],
    ["later", slowly],
    ["never: it throws", () => Promise.reject(new Error("not heard"))],
  ])("changes take effect %s", (title, changesHeard) => {
    it("the client gets one response when the web thread refuses and disconnects mid-body", async () => {
      heard = changesHeard;
      act = (socket) =>
        socket.end("HTTP/1.1 431 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () =>
          socket.destroy(),
        );
      await connection.send(head);
      await connection.trickle(body, 20_000);
      expect([431, 500, 503]).toContain((await connection.next())?.status);
      await sleep(50);
      act = (socket) => socket.write(whole);
      await connection.send("GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n");
      expect([413, undefined]).toContain((await connection.next())?.status);
    });

    it("a response completed before the web thread died is passed on", async () => {
      heard = changesHeard;
      act = (socket) => socket.write(whole, () => setTimeout(() => socket.destroy(), 10));
      await connection.send("POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
      expect((await connection.next())?.status).toBe(title.startsWith("never") ? 500 : 413);
    });
  });

  it("a partial response aborts for the client too, or is a 503 while a write waits for its changes", async () => {
    act = (socket) => socket.write(half, () => setTimeout(() => socket.destroy(), 10));
    await connection.send("GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await connection.next()).toBeNull();
    // The response as this side reads it, which ends some turns after the other side left.
    const responses = "http.client.response.finish";
    const ended = new Promise((resolve) => {
      const follow = (message: unknown) => {
        unsubscribe(responses, follow);
        (message as { response: IncomingMessage }).response.on("close", resolve);
      };
      subscribe(responses, follow);
    });
    heard = async () => void (await ended);
    const writer = new RawConnection({ url: `http://127.0.0.1:${portOf(front.server)}` });
    await writer.send("POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
    expect((await writer.next())?.status).toBe(503);
    writer.end();
  });

  it.each([
    ["hangs up", (socket: Socket) => socket.destroy()],
    ["resets", (socket: Socket) => socket.resetAndDestroy()],
    ["speaks no HTTP", (socket: Socket) => socket.write("what?\r\n\r\n")],
  ])("503 when the web thread %s mid-body", async (_, leave) => {
    act = leave;
    await connection.send(head);
    await connection.trickle(body, 20_000);
    expect((await connection.next())?.status).toBe(503);
    act = (socket) => socket.write(whole);
    await connection.send("GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n");
    expect((await connection.next())?.status).toBe(413);
  });

  it.each([66_000, 300_000, 3_000_000])(
    "a web thread that does not read a body of %i bytes delays nobody",
    async (size) => {
      act = (socket) => socket.pause().write(whole);
      await connection.send(head.replace("300000", String(size)));
      const sent = connection.send(Buffer.alloc(size, "x"));
      expect((await connection.next())?.status).toBe(413);
      await Promise.race([sent, connection.closed]);
      await connection.send("GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n");
      // A large body closes the connection, unless it had arrived before the answer.
      expect(size > 1_000_000 ? [413, undefined] : [413]).toContain(
        (await connection.next())?.status,
      );
    },
  );

  it("a response that repeats a long target is passed on", async () => {
    act = (socket) =>
      socket.write(
        `HTTP/1.1 307 X\r\nLocation: /${"%3B".repeat(16_000)}\r\nContent-Length: 0\r\n\r\n`,
      );
    await connection.send("GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n");
    expect((await connection.next())?.status).toBe(307);
  });

  it("the web thread notices a client's disconnect", async () => {
    let left: Promise<unknown> = Promise.resolve();
    const reached = new Promise<void>((resolve) => {
      act = (socket) => {
        left = once(socket.resume(), "close");
        resolve();
      };
    });
    await connection.send(head);
    await reached;
    connection.abort();
    await left;
  });

  it("a body that does not arrive in time gets 408 and a closed connection", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    act = (socket) => socket.resume();
    await connection.send(head);
    while (webSockets.size < 1) await once(web, "connection");
    await vi.advanceTimersByTimeAsync(31_000);
    const answer = await connection.next();
    expect(answer).toMatchObject({ status: 408, headers: { connection: "close" } });
    await vi.advanceTimersByTimeAsync(2_000);
    await connection.closed;
  });
});
