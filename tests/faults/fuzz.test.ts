// Run: all
import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Random } from "@/scripts/random";
import { Api } from "../support/api";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import { FaultDatabase } from "../support/fault-database";
import { rounds } from "../support/fault-service";
import {
  type FuzzedOperation,
  type FuzzRequest,
  findActionIds,
  findOperations,
  findRoutes,
  fuzzedSlug,
  fuzzOperation,
  fuzzRequest,
  type Known,
  nowhere,
  receiver,
} from "../support/fuzz-request";
import { movedDestination } from "../support/moved-destination";
import { startServer, type TestServer } from "../support/server";
import { visit } from "../support/visitor";

/**
 * Promise 16: hostile input gives 4xx, never 5xx, on every route, in every content type, whoever
 * sends it.
 */
const seed = Number(process.env.FAULT_SEED) || 16;
/** The long form sends 36,000. */
const requests = rounds === 1 ? 1_500 : 3_600 * rounds;
/** To each operation of the API. The long form sends 10,000. */
const requestsPerOperation = rounds === 1 ? 150 : 1_000 * rounds;
/** Few: this looks for wrong answers, not for what an overloaded database does. */
const atOnce = 4;
/** A server action may sign the session out: after so many requests it is a new one. */
const requestsPerSession = 250;

interface Outcome {
  index: number;
  sent: FuzzRequest;
  status: number;
  retryAfter: string | undefined;
}

let database: FaultDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await FaultDatabase.start();
  server = await startServer(database.url, {
    env: { ...ownerEnv, YOURLS_API: "get" },
  });
});

afterAll(async () => {
  await server?.stop();
  await database?.stop();
});

it(`answers ${requests} fuzzed requests without an internal error`, {
  timeout: 240_000 * rounds,
}, async () => {
  const routes = findRoutes();
  const actionIds = findActionIds();
  expect(routes.length).toBeGreaterThan(20);
  expect(actionIds.length).toBeGreaterThan(10);
  const outcomes: Outcome[] = [];
  for (let from = 0; from < requests; from += requestsPerSession) {
    const client = new DashboardClient(server);
    await client.submit("/dashboard/sign-in", owner);
    const cookie = client.cookieHeader();
    expect(cookie).not.toBe("");
    // Requests before this may have renamed or deleted it.
    await new Api(server).call("POST", "/api/links", { slug: fuzzedSlug, url: nowhere });
    let next = from;
    const sender = async () => {
      for (
        let index = next++;
        index < Math.min(from + requestsPerSession, requests);
        index = next++
      ) {
        const sent = fuzzRequest(new Random(seed * 1_000_003 + index), routes, actionIds);
        outcomes.push({ index, sent, ...(await send(sent, cookie)) });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
  }
  expectAnswered(outcomes);
  for (const status of [200, 302, 400, 401, 403, 404, 405, 415])
    expect(outcomes.map((outcome) => outcome.status)).toContain(status);
  await expectUnharmed();
});

it.each(findOperations())(
  `answers ${requestsPerOperation} fuzzed requests to $id without an internal error`,
  { timeout: 120_000 * rounds },
  async (operation) => {
    const outcomes: Outcome[] = [];
    const given = await prepare(operation);
    let next = 0;
    const sender = async () => {
      for (let index = next++; index < requestsPerOperation; index = next++) {
        const sent = fuzzOperation(new Random(seed * 1_000_003 + index), operation, given);
        outcomes.push({ index, sent, ...(await send(sent, "")) });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    expectAnswered(outcomes);
    // It reached the operation, not only what stands before it.
    expect(outcomes.some(({ status }) => status < 400)).toBe(true);
    await expectUnharmed();
  },
);

/** What the operation works on. Requests before this may have deleted it. */
async function prepare({ path }: FuzzedOperation): Promise<Known> {
  const api = new Api(server);
  await api.call("POST", "/api/links", { slug: fuzzedSlug, url: nowhere });
  await api.call("POST", "/api/tags", { name: fuzzedSlug });
  const idOf = async (at: string, body: object) =>
    (await api.call<{ id: string }>("POST", at, body)).body.id;
  if (path.includes("{file}")) return { file: "slugline.py" };
  if (path.endsWith("/health")) await database.sql(movedDestination(fuzzedSlug));
  if (path.startsWith("/api/shares/"))
    return { id: await idOf("/api/shares", { slug: fuzzedSlug, cards: [], days: 30 }) };
  if (path.startsWith("/api/webhooks/")) {
    const { body } = await api.call<{ webhooks: { id: string }[] }>("GET", "/api/webhooks");
    const wanted = { name: "fuzzed", kind: "webhook", url: receiver, events: ["link.deleted"] };
    return { id: body.webhooks[0]?.id ?? (await idOf("/api/webhooks", wanted)) };
  }
  const setAside = `/api/links/${fuzzedSlug}/set-aside`;
  if (!path.endsWith("/set-aside") && !path.includes("/set-aside/")) return {};
  for (let clicks = 0; clicks <= 100; clicks++) await visit(server, `/${fuzzedSlug}`);
  const { body } = await api.call<Record<"found" | "setAside", { visitor: string }[]>>(
    "GET",
    setAside,
  );
  const visitor = [...body.found, ...body.setAside][0]?.visitor ?? "";
  if (path.includes("{visitor}")) await api.call("POST", setAside, { visitor });
  return { visitor };
}

function expectAnswered(outcomes: readonly Outcome[]): void {
  const isBusy = ({ sent, status, retryAfter }: Outcome) =>
    status === 503 && (retryAfter !== undefined || sent.path.startsWith("/api/readyz"));
  const isAnswered = (outcome: Outcome) =>
    (outcome.status >= 200 && outcome.status < 500) || isBusy(outcome);
  const failures = outcomes.filter((outcome) => !isAnswered(outcome));
  expect(
    failures.map(
      ({ index, sent, status }) => `${index}: ${status} ${JSON.stringify(sent).slice(0, 600)}`,
    ),
  ).toEqual([]);
}

async function expectUnharmed(): Promise<void> {
  expect(server.output()).not.toMatch(/\n\s+at .*:\d+/);
  expect([server.process.exitCode, server.process.signalCode]).toEqual([null, null]);
  expect((await fetch(`${server.url}/api/readyz`)).status).toBe(200);
}

function send(
  { method, path, headers, body, as }: FuzzRequest,
  cookie: string,
): Promise<{ status: number; retryAfter: string | undefined }> {
  const shown: Record<string, Record<string, string>> = {
    stranger: {},
    token: { Authorization: `Bearer ${server.token}` },
    session: { Cookie: cookie, Origin: server.url },
  };
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      hostname,
      port,
      path,
      method,
      headers: { ...headers, ...shown[as], "Content-Length": Buffer.byteLength(body) },
    });
    outgoing.on("error", (error) => reject(new Error(`${method} ${path}: ${error.message}`)));
    outgoing.on("response", (response) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] }),
      );
    });
    outgoing.end(body);
  });
}
