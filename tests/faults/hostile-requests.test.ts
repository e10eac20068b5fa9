// Run: all
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Random } from "@/scripts/random";
import { FaultDatabase } from "../support/fault-database";
import { rounds } from "../support/fault-service";
import { type HostileRequest, hostileRequest } from "../support/hostile-request";
import { RawConnection } from "../support/raw-connection";
import { startServer, type TestServer, type Way } from "../support/server";

/**
 * Promise 22: nothing from outside ends the process, and every request is answered or its
 * connection closed.
 */
const seed = Number(process.env.FAULT_SEED) || 22;
const requests = 1_500 * rounds;
const atOnce = 24;
const probe = "GET /robots.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

let database: FaultDatabase;

beforeAll(async () => {
  database = await FaultDatabase.start();
});

afterAll(() => database?.stop());

// The direct server first: it migrates the database for both.
describe.each<[Way]>([["direct server"], ["Next route"]])("in the %s", (way) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer(database.url, { way });
  });

  // Next alone waits for connections that are still open.
  afterAll(() => server?.stop(way === "direct server" ? "SIGTERM" : "SIGKILL"));

  async function probed(): Promise<number | undefined> {
    const connection = new RawConnection(server);
    await connection.send(probe);
    return (await connection.next())?.status;
  }

  async function expectUnharmed(): Promise<void> {
    expect(await probed(), server.output()).toBe(200);
    const livez = await fetch(`${server.url}/api/livez`);
    expect(livez.status).toBe(200);
    expect([server.process.exitCode, server.process.signalCode], server.output()).toEqual([
      null,
      null,
    ]);
    expect(server.output()).not.toMatch(/uncaught error|thread (?:exited|failed)|ERR_HTTP/);
    // Next alone prints a trace of its own for a target or method that it cannot take. In both ways
    // it prints "Error: aborted", without a place in the code, when a client leaves in the body of
    // a write.
    if (way === "direct server") expect(server.output()).not.toMatch(/\n\s+at .*:\d+/);
  }

  it("targets that are too long once escaped are answered once while the body trickles in", async () => {
    const fillers = ["\\", "%", "%zz", "//", "é"];
    const paths = ["/api/", "/dashboard/", "/x/"].flatMap((prefix) =>
      fillers.map((filler) => prefix + filler.repeat(15_000 / filler.length)),
    );
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        paths.map(async (path) => {
          const connection = new RawConnection(server);
          await connection.send(
            `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n`,
          );
          await connection.trickle(Buffer.alloc(300_000, "x"), 10_000);
          expect((await connection.next())?.status ?? "closed").toSatisfy(
            (status: number | string) =>
              status === "closed" ||
              (Number(status) >= 300 && Number(status) < 500) ||
              way === "Next route",
          );
          connection.end();
        }),
      );
    }
    await expectUnharmed();
  });

  it(`${requests} hostile requests each get an answer or a closed connection`, {
    timeout: 120_000 * rounds,
  }, async () => {
    const outcomes: { title: string; statuses: (number | string)[] }[] = [];
    let sent = 0;
    const sender = async () => {
      // A seed for each, so that it does not depend on who is faster.
      for (let index = sent++; index < requests; index = sent++) {
        const request = hostileRequest(new Random(seed + index));
        // Next alone takes a request to upgrade for a WebSocket of its own and never answers it.
        if (way === "Next route" && /upgrade/i.test(request.title)) continue;
        const statuses = await send(server, request).catch((error: Error) => [error.message]);
        outcomes.push({ title: `${index}: ${request.title}`, statuses });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    const withStatus = (holds: (status: number | string) => boolean) =>
      outcomes.filter(({ statuses }) => statuses.some(holds));
    expect(withStatus((status) => String(status).startsWith("neither"))).toEqual([]);
    // Next alone answers 500 to some paths that cannot be decoded, and to OPTIONS for a file.
    if (way === "direct server") expect(withStatus((status) => Number(status) >= 500)).toEqual([]);
    for (const expected of [200, 400, 404, 405, 431, "closed"])
      expect(withStatus((status) => status === expected)).not.toEqual([]);
    await expectUnharmed();
  });
});

/**
 * The statuses of all its answers; "closed" where the connection ended without one. Throws when
 * neither came.
 */
async function send(
  server: TestServer,
  { start, body, pieceBytes, leave }: HostileRequest,
): Promise<(number | string)[]> {
  const connection = new RawConnection(server);
  await connection.send(start);
  await connection.trickle(body, pieceBytes);
  if (leave === "abort") {
    connection.abort();
    return ["aborted"];
  }
  const statuses: (number | string)[] = [];
  if (leave === "end") connection.end();
  const isHead = start.toString("latin1", 0, 5) === "HEAD ";
  for (;;) {
    const answer = await connection.next({ isHead });
    statuses.push(answer?.status ?? "closed");
    if (answer === null) return statuses;
    if (leave !== "wait") continue;
    connection.end();
    return statuses;
  }
}
