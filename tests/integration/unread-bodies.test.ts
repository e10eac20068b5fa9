// Run: all
import { describe, expect, it } from "vitest";
import { RawConnection } from "../support/raw-connection";
import { ways } from "../support/run";
import { useSharedService } from "../support/service";

/**
 * An answer that comes before the body was read leaves a connection that answers the next request,
 * or is closed.
 */
const kb = 1_024;
const sizes = [65 * kb, 300 * kb, 3_072 * kb, 10_240 * kb];
const framings = ["Content-Length", "chunked"] as const;

type Framing = (typeof framings)[number];

function head(line: string, framing: Framing, size: number, more = ""): string {
  const length = framing === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${size}`;
  return `${line} HTTP/1.1\r\nHost: x\r\n${length}\r\n${more}\r\n`;
}

function framed(framing: Framing, size: number): Buffer {
  const body = Buffer.alloc(size, "x");
  return framing === "chunked"
    ? Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), body, Buffer.from("\r\n0\r\n\r\n")])
    : body;
}

describe.each(ways)("in the %s", (way) => {
  const service = useSharedService(way);
  const next = "GET /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n";

  /** Asks on, and is answered unless the connection was closed. */
  async function expectUsable(connection: RawConnection): Promise<void> {
    await connection.send(next);
    const answer = await connection.next();
    if (answer !== null)
      expect(answer).toMatchObject({ status: 200, body: expect.stringContaining("User-Agent") });
    connection.end();
  }

  const authorized = () =>
    `Authorization: Bearer ${service.server.token}\r\nContent-Type: application/json\r\n`;
  const requests: [string, string, () => string, number[]][] = [
    ["a body too large for the API", "POST /api/links", authorized, [413]],
    ["a write without a token", "POST /api/links", () => "", [401]],
    ["a wrong content type", "POST /api/links", () => authorized().replace("json", "pdf"), [415]],
    ["a file", "GET /mark.svg", () => "", [200]],
    ["liveness", "GET /api/livez", () => "", [200]],
    ["an unknown path of the API", "DELETE /api/nothing/here", authorized, [404]],
    ["a method nobody knows", "PROPFIND /x/y", () => "", [400, 405]],
    [
      "a page that takes no such write",
      "POST /dashboard/overview",
      () => "Origin: https://evil.example\r\n",
      [303, 307, 403, 405],
    ],
    ["a short link", "GET /unread", () => "", [302]],
    ["a write to a short link", "POST /unread", () => "", [405]],
    [
      "an upload of someone not signed in",
      "POST /dashboard/settings/data/import",
      () => "Origin: http://x\r\n",
      [303, 307, 401, 403],
    ],
  ];

  it.each(requests)(
    "%s is answered for every body size and framing",
    async (_, line, headers, statuses) => {
      await service.api.create({ slug: "unread" }).catch(() => {});
      for (const framing of framings) {
        for (const size of sizes) {
          const connection = new RawConnection(service.server);
          const sent = connection
            .send(head(line, framing, size, headers()))
            .then(() => connection.send(framed(framing, size)));
          const answer = await connection.next();
          const seen = `${line} ${framing} ${size}`;
          // Node alone closes on a large body without waiting until its sender has read the answer.
          if (way === "direct server" || answer !== null)
            expect(statuses, seen).toContain(answer?.status);
          await Promise.race([sent, connection.closed]);
          await expectUsable(connection);
        }
      }
    },
  );

  it.each(requests)(
    "%s is answered with Expect: 100-continue",
    async (_, line, headers, statuses) => {
      const connection = new RawConnection(service.server);
      await connection.send(
        head(line, "Content-Length", 300 * kb, `Expect: 100-continue\r\n${headers()}`),
      );
      await connection.send(framed("Content-Length", 300 * kb));
      expect(statuses).toContain((await connection.next())?.status);
      await expectUsable(connection);
    },
  );

  it("requests pipelined after an unread body are answered in order", async () => {
    const connection = new RawConnection(service.server);
    const body = framed("Content-Length", 300 * kb).toString("latin1");
    void connection.send(
      `${head("GET /api/livez", "Content-Length", 300 * kb)}${body}${next}${next}`,
    );
    expect((await connection.next())?.status).toBe(200);
    for (let turn = 0; turn < 2; turn++)
      expect((await connection.next())?.body).toContain("User-Agent");
    connection.end();
  });

  it("a sender that stalls or disconnects mid-body delays nobody", async () => {
    for (const [, line, headers] of requests) {
      const stalled = new RawConnection(service.server);
      await stalled.send(head(line, "Content-Length", 300 * kb, headers()) + "x".repeat(1_000));
      const left = new RawConnection(service.server);
      await left.send(`${head(line, "chunked", 0, headers())}fff\r\nx`);
      left.abort();
      const half = new RawConnection(service.server);
      await half.send(head(line, "Content-Length", 300 * kb, headers()) + "x".repeat(1_000));
      half.end();
      await half.closed;
      stalled.abort();
    }
    await expectUsable(new RawConnection(service.server));
    expect(service.server.output()).not.toMatch(/\n\s+at .*[:/]/);
  });
});
