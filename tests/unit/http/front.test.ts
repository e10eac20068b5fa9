import { EventEmitter, once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Front } from "@/lib/http/front/front";
import { endAfterBody, limitBodyTime } from "@/lib/http/request-body";
import { maxUploadBytes, uploadPaths } from "@/lib/transfer/uploads";
import { RawConnection } from "../../support/raw-connection";
import { useService } from "../support/service";

let front: Front;
let server: { url: string };
let answerPage: RequestListener;

beforeEach(async () => {
  useService();
  answerPage = (_request, response) => response.writeHead(200, { "Content-Length": "2" }).end("ok");
  front = new Front();
  front.open({
    answerPage: (request, response) => answerPage(request, response),
    answerShort: null,
  });
  front.server.listen(0, "127.0.0.1");
  await once(front.server, "listening");
  server = { url: `http://127.0.0.1:${(front.server.address() as AddressInfo).port}` };
});

afterEach(() => {
  vi.useRealTimers();
  front.server.close();
  front.server.closeAllConnections();
});

const ask = async (text: string | Buffer) => {
  const connection = new RawConnection(server);
  await connection.send(text);
  return { connection, answer: await connection.next() };
};

it("does nothing for a client that left before the service was ready", async () => {
  const late = new Front();
  late.server.listen(0, "127.0.0.1");
  await once(late.server, "listening");
  const { port } = late.server.address() as AddressInfo;
  const connection = new RawConnection({ url: `http://127.0.0.1:${port}` });
  const accepted = once(late.server, "connection");
  const requested = once(late.server, "request");
  await connection.send("GET /slug HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n");
  const [socket] = (await accepted) as [Socket];
  await requested;
  const closed = new Promise((resolve) => socket.on("close", resolve));
  connection.abort();
  await closed;
  const answered = vi.fn();
  late.open({ answerPage: answered, answerShort: null });
  expect(answered).not.toHaveBeenCalled();
  late.server.close();
});

describe("invalid HTTP", () => {
  it.each([
    ["garbage", "\x01\x02\r\n\r\n", 400, "malformed_request"],
    [
      "a control byte in a header",
      "GET / HTTP/1.1\r\nHost: x\r\nA: \x01\r\n\r\n",
      400,
      "malformed_request",
    ],
    [
      "two framings",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
      400,
      "malformed_request",
    ],
    [
      "a length that is no number",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      400,
      "malformed_request",
    ],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
      400,
      "malformed_request",
    ],
    [
      "two equal lengths",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
      400,
      "malformed_request",
    ],
    [
      "a coding that is not chunked",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
      400,
      "malformed_request",
    ],
    [
      "two codings",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n",
      400,
      "malformed_request",
    ],
    ["two hosts", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\nhost: y\r\n\r\n", 400, "malformed_request"],
    ["two equal hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400, "malformed_request"],
    [
      "two hosts in HTTP/1.0",
      "GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n",
      400,
      "malformed_request",
    ],
    ["no host", "GET / HTTP/1.1\r\nA: b\r\n\r\n", 400, "malformed_request"],
    ...["", "a b", "a, b", "a/b", "user@a", "a:b", "a:1:2", "[::1", "[x]", "a\xe9", "http://a"].map(
      (host): [string, string, number, string] => [
        `the host "${host}"`,
        `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        400,
        "malformed_request",
      ],
    ),
    [
      "a URL with an account",
      "GET http://a@b/ HTTP/1.1\r\nHost: b\r\n\r\n",
      400,
      "malformed_request",
    ],
    ["a URL without a host", "GET http:///x HTTP/1.1\r\nHost: b\r\n\r\n", 400, "malformed_request"],
    [
      "two tokens",
      "GET /api/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n",
      400,
      "malformed_request",
    ],
    [
      "headers of 20 KB",
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(20_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    [
      "headers of 1 MB",
      `GET / HTTP/1.1\r\nHost: x\r\n${`A: ${"a".repeat(1_000)}\r\n`.repeat(1_000)}\r\n`,
      431,
      "headers_too_large",
    ],
    [
      "a target of 20 KB",
      `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      "headers_too_large",
    ],
  ])(
    "%s is refused with a problem body, and the connection is closed",
    async (_, text, status, code) => {
      const { connection, answer } = await ask(text);
      expect(answer).toMatchObject({
        status,
        headers: { connection: "close", "content-type": "application/problem+json" },
      });
      expect(JSON.parse(answer?.body ?? "")).toMatchObject({ status, code });
      await connection.closed;
    },
  );

  it.each([
    ["other scripts", "/slug。?utm_source=é#ü", "/slug%E3%80%82?utm_source=%C3%A9#%C3%BC"],
    ["bytes that are not UTF-8", Buffer.from("/sl\xfcg", "latin1"), "/sl%FCg"],
    ["blanks", "/slug and more", "/slug%20and%20more"],
    ["a control byte", "/slug\x7f", "/slug%7F"],
  ])(
    "an address with %s as they are leads to the same one escaped",
    async (_, target, location) => {
      const { connection, answer } = await ask(
        Buffer.concat([
          Buffer.from("GET "),
          Buffer.from(target),
          Buffer.from(" HTTP/1.1\r\nHost: x\r\n\r\n"),
        ]),
      );
      expect(answer).toMatchObject({
        status: 302,
        headers: { location, connection: "close", "cache-control": "private, no-store" },
        body: "",
      });
      await connection.closed;
      expect(
        (await ask(`GET ${location.replace(/#.*/, "")} HTTP/1.1\r\nHost: x\r\n\r\n`)).answer
          ?.status,
      ).toBe(200);
    },
  );

  it.each([
    ["another host", "GET //evil.example/é HTTP/1.1"],
    ["another host, by a backslash", "GET /\\evil.example/é HTTP/1.1"],
    ["an absolute address", "GET http://evil.example/é HTTP/1.1"],
    ["the API", "GET /api/links/é HTTP/1.1"],
    ["another method", "POST /é HTTP/1.1"],
  ])("but not to %s", async (_, line) => {
    const { answer } = await ask(`${line}\r\nHost: x\r\n\r\n`);
    expect([answer?.status, answer?.headers.location]).toEqual([400, undefined]);
  });

  it.each([
    ["GET / HTTP/1.1", "go.example.com:8080", "go.example.com:8080"],
    ["GET / HTTP/1.1", "[::1]:3000", "[::1]:3000"],
    ["GET / HTTP/1.1", "my_host.local.", "my_host.local."],
    ["GET http://links.example/x HTTP/1.1", "other.example", "links.example"],
    ["GET HTTP://links.example?x HTTP/1.1", "other.example", "links.example"],
  ])("%s with the host %s passes as a request for %s", async (line, host, expected) => {
    let heard: string | undefined;
    answerPage = ({ headers }, response) => {
      heard = headers.host;
      response.end();
    };
    const { connection } = await ask(`${line}\r\nHost: ${host}\r\n\r\n`);
    connection.end();
    expect(heard).toBe(expected);
  });

  it("HTTP/1.0 needs no host", async () => {
    expect((await ask("GET / HTTP/1.0\r\n\r\n")).answer?.status).toBe(200);
  });

  it("short links are refused in the same way", async () => {
    const answerShort = vi.fn(() => true);
    front.open({ answerPage, answerShort });
    expect((await ask("GET /slug HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n")).answer?.status).toBe(
      400,
    );
    expect(answerShort).not.toHaveBeenCalled();
  });

  it("in the middle of a response only closes the connection", async () => {
    answerPage = (_request, response) => {
      response.writeHead(200, { "Content-Length": "10" }).write("12345");
    };
    const connection = new RawConnection(server);
    await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(front.server, "request");
    await connection.send("\x01\r\n\r\n");
    await connection.closed;
    expect(await connection.next()).toBeNull();
  });
});

describe("a target that grows when escaped", () => {
  it.each([
    ["backslashes", "\\".repeat(12_000)],
    ["percent signs", "%".repeat(12_000)],
    ["slashes", "/".repeat(12_000)],
  ])("%s: 414, and the connection stays open", async (_, path) => {
    const { connection, answer } = await ask(
      `POST /${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc`,
    );
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ status: 414, code: "uri_too_long" });
    await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await connection.next()).toMatchObject({ status: 200 });
    connection.end();
  });

  it("is passed on if it stays within 16 KB", async () => {
    expect(
      (await ask(`GET /${"\\".repeat(5_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`))
        .answer?.status,
    ).toBe(200);
  });
});

it("an error gets a 500, or aborts a response that has started", async () => {
  answerPage = () => {
    throw new Error("secret detail");
  };
  const { connection, answer } = await ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(JSON.parse(answer?.body ?? "")).toMatchObject({ status: 500, code: "internal_error" });
  expect(answer?.body).not.toContain("secret");
  answerPage = (_request, response) => {
    response.writeHead(200, { "Content-Length": "10" }).write("1");
    throw new Error("late");
  };
  await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await connection.next()).toBeNull();
});

it("an unknown expectation is ignored", async () => {
  const { connection, answer } = await ask("GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n");
  expect(answer?.status).toBe(200);
  connection.end();
});

describe("a response before the body is read", () => {
  const early: RequestListener = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(413, { "Content-Length": "2" });
    endAfterBody(response, "no");
  };

  it("reaches the client at once; a sender that stalls is disconnected", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    answerPage = early;
    const { connection, answer } = await ask(
      "POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\nabc",
    );
    expect(answer?.body).toBe("no");
    await vi.advanceTimersByTimeAsync(2_000);
    await connection.closed;
    expect(await connection.next()).toBeNull();
  });

  it("keeps the connection for the next request once the body has arrived", async () => {
    answerPage = (request, response) =>
      request.method === "POST" ? early(request, response) : response.end("next");
    const { connection } = await ask(
      "POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\nabc",
    );
    await connection.send(`${"x".repeat(299_997)}GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect((await connection.next())?.body).toBe("next");
    connection.end();
  });
});

describe("the time limit of a body", () => {
  /** When a body is late that is sent at this speed; null if it arrives in time. */
  async function lateAfterMs(
    url: string,
    bytes: number,
    bytesPerS: number,
  ): Promise<number | null> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const socket = { bytesRead: 500_000 };
    const request = Object.assign(new EventEmitter(), { url, socket, complete: false });
    const from = performance.now();
    let lateMs: number | null = null;
    limitBodyTime(request as unknown as IncomingMessage, () => {
      lateMs = performance.now() - from;
    });
    for (let sent = 0; sent < bytes && lateMs === null; sent += bytesPerS) {
      await vi.advanceTimersByTimeAsync(1_000);
      socket.bytesRead += bytesPerS;
    }
    request.emit("close");
    return lateMs;
  }

  it("is 30 s, however much has arrived", async () => {
    for (const target of [
      "/api/links",
      "/dashboard/overview",
      ...uploadPaths.flatMap((path) => [`${path}s`, `/x?${path}`]),
    ]) {
      expect(await lateAfterMs(target, 100_000_000, 1_000_000), target).toBe(30_000);
      expect(await lateAfterMs(target, 29_000_000, 1_000_000), target).toBeNull();
    }
  });

  it.each(uploadPaths)(
    "allows an upload of 32 MB to %s at 0.5 Mbit/s, but no trickle",
    async (uploadPath) => {
      expect(await lateAfterMs(`${uploadPath}?format=csv`, maxUploadBytes, 62_500)).toBeNull();
      expect(await lateAfterMs(uploadPath, 1_000, 1)).toBeLessThan(31_000);
      expect(front.server.requestTimeout).toBeGreaterThan((maxUploadBytes / 62_500) * 1_000);
    },
  );
});

it("a client that half-closes after its request still gets the response", async () => {
  let answerNow: () => void = () => {};
  answerPage = (_request, response) => {
    answerNow = () => response.writeHead(200, { "Content-Length": "2" }).end("ok");
  };
  const connection = new RawConnection(server);
  const arrived = once(front.server, "request");
  const connected = once(front.server, "connection");
  await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  connection.end();
  const [socket] = await connected;
  await arrived;
  if (!socket.readableEnded) await once(socket, "end");
  answerNow();
  expect((await connection.next())?.body).toBe("ok");
  await connection.closed;
});
