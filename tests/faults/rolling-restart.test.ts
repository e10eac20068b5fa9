// Run: test
import { randomInt } from "node:crypto";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Balancer, HaProxy } from "../support/balancer";
import { DashboardClient, owner, ownerEnv, type PageAnswer } from "../support/dashboard";
import {
  eventually,
  type FaultService,
  type Instance,
  rounds,
  useFaultService,
} from "../support/fault-service";
import { findDiscrepancies } from "../support/find-discrepancies";
import { type Answered, countByStatus, Load } from "../support/load";
import { isFullRun } from "../support/run";
import { testToken } from "../support/server";

/**
 * Promise 13: no failed request across a rolling restart; SIGTERM ends within 10 s whatever is
 * open.
 */
const env = ownerEnv;
const service = useFaultService({ instances: isFullRun ? 3 : 2, env });
const answered: Answered[] = [];
const stopLimitMs = 10_000;
/** How long an instance is away behind HAProxy: longer than it would try to connect to it again. */
const downMs = 4_000;
const haproxyLimitMs = 240_000 * rounds;

/** Of any version: `Api` would check the answer against the contract of this one. */
function callApi(
  at: { url: string },
  method: string,
  path: string,
  body?: object,
): Promise<PageAnswer> {
  const headers = { Authorization: `Bearer ${testToken}`, "Content-Type": "application/json" };
  return new DashboardClient(at).send(path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

/**
 * Two owners behind the load balancer: one runs a script, the other signs in, looks around and
 * signs out.
 */
class OwnersAtWork {
  readonly failures: string[] = [];
  done = 0;
  private stopping = false;
  private readonly loops: Promise<void>[];

  constructor(private readonly at: { url: string }) {
    this.loops = [this.repeat(100, () => this.runScript()), this.repeat(200, () => this.browse())];
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.loops);
  }

  private async repeat(pauseMs: number, work: () => Promise<void>): Promise<void> {
    while (!this.stopping) {
      await work().catch((error: Error) => this.failures.push(error.message));
      await sleep(pauseMs);
    }
  }

  private async runScript(): Promise<void> {
    const slug = `made-${randomInt(2 ** 40)}`;
    const send = async (method: string, path: string, status: number, body?: object) =>
      this.note(`${method} ${path}`, status, await callApi(this.at, method, path, body));
    await send("POST", "/api/links", 201, { slug, url: "https://example.com/" });
    await send("PATCH", `/api/links/${slug}`, 200, { title: "Made under load" });
    await send("GET", "/api/links/rolling/stats", 200);
    await send("DELETE", `/api/links/${slug}`, 204);
  }

  private async browse(): Promise<void> {
    const browser = new DashboardClient(this.at, `198.51.100.${randomInt(1, 255)}`);
    this.note("sign in", 303, await browser.submit("/dashboard/sign-in", owner));
    for (const page of ["overview", "links", "links/rolling"])
      this.note(page, 200, await browser.get(`/dashboard/${page}`));
    const sessions = "/dashboard/settings/sessions";
    this.note(
      "sign out",
      303,
      await browser.sendForm(sessions, await browser.hiddenFields(sessions, "$ACTION_KEY")),
    );
  }

  private note(what: string, wanted: number, { status, body }: PageAnswer): void {
    this.done++;
    if (status !== wanted) this.failures.push(`${what}: ${status} ${body.slice(0, 500)}`);
  }
}

/**
 * Restarts one instance after the other under the load of visitors and owners. Resolves when none
 * of their requests failed and no click is lost.
 */
async function expectRollingRestart(
  { instances, database }: FaultService,
  balancer: Balancer | HaProxy,
  answered: Answered[],
): Promise<void> {
  const url = await balancer.start();
  expect(await balancer.holds(instances.length)).toBe(true);
  // The instances share the machine of one: the load leaves them room to start.
  const load = new Load({ url: () => url, slug: () => "rolling", pauseMs: 20 });
  const owners = new OwnersAtWork({ url });
  // A refused request is there by its id.
  const errors: string[] = [];
  const collectErrors = ({ server }: Instance) =>
    errors.push(...(server.output().match(/.*"level":50.*/g) ?? []));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const instance of instances) {
        await sleep(1_000);
        const { code, ms } = await timedStop(instance);
        collectErrors(instance);
        expect({ code, inTime: ms < stopLimitMs }).toEqual({ code: 0, inTime: true });
        if (balancer instanceof HaProxy) await sleep(downMs);
        await instance.start();
        expect(await balancer.holds(instances.length)).toBe(true);
      }
    }
    // On a busy machine they have done less by now.
    expect(await eventually(() => owners.done > 17 * instances.length, 60_000)).toBe(true);
  } finally {
    await Promise.all([load.stop(), owners.stop()]);
    await balancer.stop();
  }
  for (const instance of instances) collectErrors(instance);
  expect([countByStatus(load.log), owners.failures], errors.join("\n")).toEqual([
    { 302: load.log.length },
    [],
  ]);
  for (const instance of instances) expect(await instance.findImbalances()).toEqual([]);
  answered.push(...load.answered());
  expect(await findDiscrepancies(database.sql, answered, instances[0]?.api)).toEqual([]);
}

async function timedStop(instance: Instance): Promise<{ code: number | null; ms: number }> {
  const from = performance.now();
  const code = await instance.stop("SIGTERM");
  return { code, ms: performance.now() - from };
}

beforeAll(async () => {
  await service.instance.api.create({ slug: "rolling" });
});

afterEach(async () => {
  for (const instance of service.instances)
    if (instance.server.process.exitCode !== null) await instance.start();
});

const urlsOf =
  ({ instances }: FaultService) =>
  () =>
    instances.map(({ server }) => server.url);

/**
 * Undoes the last two migrations, so that the next instance to start applies them. The version that
 * runs does without.
 */
async function undoLastMigrations(): Promise<void> {
  await service.database.sql(
    `DROP INDEX "Click_createdAt_idx", "Link_slug_without_case_idx", "Alias_slug_without_case_idx"`,
  );
  await service.database.sql(`DROP FUNCTION "indexClickTimes"`);
  const undone = await service.database.sql(
    `DELETE FROM "_prisma_migrations" WHERE "migration_name" IN ('20261126121000_slugs_without_case', '20261127100000_click_times') RETURNING 1`,
  );
  expect(undone).toHaveLength(2);
}

describe("a rolling restart of all instances fails no request and loses no click", () => {
  it("while the first to start applies two migrations", async () => {
    await undoLastMigrations();
    await expectRollingRestart(
      service,
      new Balancer(urlsOf(service), { isChecking: true }),
      answered,
    );
  });

  it.runIf(HaProxy.isInstalled && isFullRun)(
    "behind HAProxy as documented (skipped if not installed, and outside of the full run)",
    async () => {
      await expectRollingRestart(service, new HaProxy(urlsOf(service)), answered);
    },
    haproxyLimitMs,
  );

  it.runIf(isFullRun)("control: visitors sent to a stopped instance fail", async () => {
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
    expect(await findDiscrepancies(service.database.sql, answered, service.instance.api)).toEqual(
      [],
    );
  });
});

/** How to make such a checkout: docs/operating.md. */
const { UPGRADE_FROM } = process.env;

describe.runIf(UPGRADE_FROM)(
  "a rolling upgrade of three instances from UPGRADE_FROM (skipped if not set)",
  () => {
    const older = useFaultService({
      instances: 3,
      env,
      ...(UPGRADE_FROM && { cwd: UPGRADE_FROM }),
    });

    it(
      "fails no request and loses no click",
      async () => {
        const { status } = await callApi(older.instance.server, "POST", "/api/links", {
          slug: "rolling",
          url: "https://example.com/",
        });
        expect(status).toBe(201);
        const balancer = HaProxy.isInstalled
          ? new HaProxy(urlsOf(older))
          : new Balancer(urlsOf(older), { isChecking: true });
        await expectRollingRestart(older, balancer, []);
      },
      haproxyLimitMs,
    );
  },
);

describe("SIGTERM under load", () => {
  it.runIf(isFullRun)("resets no connection: each request on an open one is answered", async () => {
    await service.instance.api.create({ slug: "in-flight" });
    const { url } = service.instance.server;
    let isRefused = false;
    const failures: string[] = [];
    let answers = 0;
    // Each visitor pauses for another time, so that requests arrive at every moment of the stop on
    // idle connections.
    const visitor = async (pauseMs: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!isRefused) {
        const [failure, isOpen] = await new Promise<[NodeJS.ErrnoException | null, boolean]>(
          (resolve) => {
            const outgoing = request(`${url}/in-flight`, { agent }, (response) =>
              response.resume().on("close", () => resolve([null, true])),
            );
            outgoing.on("error", (error) => resolve([error, outgoing.reusedSocket])).end();
          },
        );
        // A connection that was not accepted yet is refused, or reset with the queue of the
        // listening socket.
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

describe.runIf(isFullRun)("SIGTERM exits with code 0 within 10 s", () => {
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
