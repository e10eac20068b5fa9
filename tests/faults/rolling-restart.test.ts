import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { eventually, type Instance, rounds, useFaultService } from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, countByStatus, Load } from "../support/load";

/** Promise 13: no failed request across a rolling restart; SIGTERM ends within 10 s whatever is open. */
const service = useFaultService({ instances: 2 });
const answered: Answered[] = [];
const stopLimitMs = 10_000;

/** Sends visitors in turn to the instances that say they are ready, as a load balancer does. */
class Balancer {
  private ready: Instance[] = [];
  private turn = 0;
  private stopping = false;
  private readonly loop: Promise<void>;

  constructor(instances: Instance[]) {
    this.loop = this.follow(instances);
  }

  next = (): string => this.ready[this.turn++ % this.ready.length]?.server.url ?? "http://127.0.0.1:1";

  holds(count: number): Promise<boolean> {
    return eventually(() => this.ready.length === count, 10_000);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.loop;
  }

  private async follow(instances: Instance[]): Promise<void> {
    while (!this.stopping) {
      const states = await Promise.all(instances.map((instance) => instance.readiness().catch(() => ({ status: 0 }))));
      this.ready = instances.filter((_, index) => states[index]?.status === 200);
      await sleep(50);
    }
  }
}

async function timedStop(instance: Instance): Promise<{ code: number | null; ms: number }> {
  const from = performance.now();
  const code = await instance.stop("SIGTERM");
  return { code, ms: performance.now() - from };
}

afterEach(async () => {
  for (const instance of service.instances) if (instance.server.process.exitCode !== null) await instance.start();
});

describe("a rolling restart of two instances", () => {
  it("fails no request and loses no click", async () => {
    await service.instance.api.create({ slug: "rolling" });
    const balancer = new Balancer(service.instances);
    expect(await balancer.holds(2)).toBe(true);
    const load = new Load({ url: balancer.next, slug: () => "rolling" });
    try {
      for (let round = 0; round < rounds; round++) {
        for (const instance of service.instances) {
          await sleep(300);
          const { code, ms } = await timedStop(instance);
          expect({ code, inTime: ms < stopLimitMs }).toEqual({ code: 0, inTime: true });
          await instance.start();
          expect(await balancer.holds(2)).toBe(true);
        }
      }
      await sleep(300);
    } finally {
      await load.stop();
      await balancer.stop();
    }
    expect(countByStatus(load.log)).toEqual({ 302: load.log.length });
    for (const instance of service.instances) expect(await instance.findImbalances()).toEqual([]);
    answered.push(...load.answered());
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual([]);
  });

  it("control: visitors sent to a stopped instance fail", async () => {
    const load = new Load({ url: () => service.instance.server.url, slug: () => "rolling" });
    try {
      await sleep(200);
      await service.instance.stop("SIGTERM");
      await sleep(300);
    } finally {
      await load.stop();
    }
    expect(countByStatus(load.log)[0]).toBeGreaterThan(0);
    await service.instance.start();
    answered.push(...load.answered());
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual([]);
  });
});

describe("SIGTERM under load", () => {
  it("resets no connection: each request on an open one is answered", async () => {
    await service.instance.api.create({ slug: "in-flight" });
    const { url } = service.instance.server;
    let isRefused = false;
    const failures: string[] = [];
    let answers = 0;
    // Each visitor pauses for another time, so that requests arrive at every moment of the stop on idle connections.
    const visitor = async (pauseMs: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!isRefused) {
        const [failure, isOpen] = await new Promise<[NodeJS.ErrnoException | null, boolean]>((resolve) => {
          const outgoing = request(`${url}/in-flight`, { agent }, (response) => response.resume().on("close", () => resolve([null, true])));
          outgoing.on("error", (error) => resolve([error, outgoing.reusedSocket])).end();
        });
        // A connection that was not accepted yet is refused, or reset with the queue of the listening socket.
        if (failure && !isOpen) isRefused = true;
        else if (failure) failures.push(failure.code ?? failure.message);
        else answers++;
        await sleep(pauseMs);
      }
      agent.destroy();
    };
    const visitors = Array.from({ length: 48 }, (_, index) => visitor(index * 3));
    expect(await eventually(() => answers > 500, 30_000)).toBe(true);
    const stopped = service.instance.stop("SIGTERM");
    await Promise.all(visitors);
    expect(await stopped).toBe(0);
    expect(failures).toEqual([]);
    await service.instance.start();
  });
});

describe("SIGTERM exits with code 0 within 10 s", () => {
  it.each([
    ["an idle keep-alive connection", ["GET /rolling HTTP/1.1\r\nHost: x\r\n\r\n"]],
    [
      "connections that never say anything, never finish a request, never send its body",
      [
        "",
        "GET /rolling HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        "POST /api/links HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
      ],
    ],
  ])("with %s", async (_title, said) => {
    const { hostname, port } = new URL(service.instance.server.url);
    const sockets = said.map((text) => {
      const socket = connect(Number(port), hostname).on("error", () => {});
      socket.write(text);
      return socket;
    });
    await sleep(300);
    const { code, ms } = await timedStop(service.instance);
    for (const socket of sockets) socket.destroy();
    expect({ code, inTime: ms < stopLimitMs }).toEqual({ code: 0, inTime: true });
  });

  it("with visitors waiting for a slow database, all of whom get an answer", async () => {
    const load = new Load({ url: () => service.instance.server.url, slug: () => "rolling" });
    try {
      await sleep(200);
      service.database.proxy.delayMs = 2_000;
      await sleep(600);
      const { code, ms } = await timedStop(service.instance);
      expect({ code, inTime: ms < stopLimitMs }).toEqual({ code: 0, inTime: true });
    } finally {
      service.database.proxy.delayMs = 0;
      await load.stop();
    }
    expect(Object.keys(countByStatus(load.log)).sort()).toEqual(["0", "302"]);
    await service.instance.start();
    await service.instance.untilDrained();
    answered.push(...load.answered());
    expect(await findDiscrepancies(service.database.sql, answered)).toEqual([]);
  });
});
