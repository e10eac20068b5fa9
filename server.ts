import cluster, { type Worker } from "node:cluster";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Env, env, readEnv, settlePort } from "./lib/config/env";
import { issues, type ServiceIssue } from "./lib/config/issues";
import { settingsInEffect } from "./lib/config/site-settings";
import type { Snapshot } from "./lib/config/snapshots";
import { lockInstance } from "./lib/database/instance-lock";
import { answerShortLink, redirectToShortLinkHost } from "./lib/http/front/direct-server";
import { Front } from "./lib/http/front/front";
import { withPeerAddress } from "./lib/http/peer-address";
import { answerFailure } from "./lib/http/problem";
import { withAnswer } from "./lib/http/response-status";
import { apiToken } from "./lib/owners/api-access";
import { announce, warnOfVariables } from "./lib/service/announce";
import { bannerText, redirectsBanner } from "./lib/service/banner";
import { keepServing } from "./lib/service/keep-serving";
import { prepareDatabase } from "./lib/service/prepare-database";
import { createService } from "./lib/service/service";
import { ListenError, startupMessage } from "./lib/service/startup-errors";
import { threadMetrics } from "./lib/service/thread-metrics";
import { answerWithoutPages } from "./lib/service/without-pages";
import { collectFromPrimary, Workers } from "./lib/service/workers";
import { waitForLinkChanges } from "./lib/visits/link-change-listener";
import { WebThread } from "./lib/web/web-thread";

/**
 * The production entry: a database, its migrations, then one HTTP server that serves short links
 * itself and forwards the rest to Next in its own thread (`web.ts`). `--dev` forwards everything to
 * Next's development server, for hot reload.
 */
const isDevelopment = process.argv.includes("--dev");
/** How long the stopping server still accepts connections, until load balancers notice. */
const lameDuckMs = 500;
/** How long dropping the requests that are not answered in time may take. */
const dropMs = 300;

const service = createService(configuration());
const role = isDevelopment ? "development" : env().ROLE;

/** Tells the thread that answers `/api/readyz`. */
let reportStopping = (): void => {
  service.isStopping = true;
};

let isSetUp = true;

/** Next's development server serves short links too. */
const shortLinksOf = {
  all: answerShortLink,
  redirects: answerShortLink,
  dashboard: redirectToShortLinkHost,
  development: null,
};

async function main(): Promise<void> {
  const { DATABASE_URL, DATA_DIR, WORKERS } = env();
  if (cluster.isPrimary) warnOfVariables();
  // Generated here, so that workers that start together read the same token.
  apiToken();
  const lock = DATABASE_URL || cluster.isWorker ? null : lockInstance(DATA_DIR);
  if (lock) service.addStopStep("data folder", lock.release);
  const baseUrl =
    cluster.isPrimary && WORKERS > 1 && !isDevelopment
      ? await startWorkers(WORKERS)
      : await serve();
  // With PORT=0 only the workers know the port.
  const { BASE_URL, DASHBOARD_ORIGIN } = env();
  lock?.announce(DASHBOARD_ORIGIN === BASE_URL ? baseUrl : DASHBOARD_ORIGIN);
  if (cluster.isPrimary) {
    const facts = { baseUrl, token: apiToken(), env: env(), isTerminal: process.stdout.isTTY };
    process.stdout.write(
      role === "redirects" ? redirectsBanner(facts) : bannerText({ ...facts, isSetUp }),
    );
  }
  keepServing(service);
  process.send?.({ ready: baseUrl });
}

/** Starts one HTTP server in this process. Resolves with its base URL when it serves requests. */
async function serve(): Promise<string> {
  // Listens first, so that a taken port is reported at once. Early requests wait until
  // everything is ready, those for short links only until clicks can be recorded.
  const front = new Front();
  const { server } = front;
  await listen(server);
  settlePort((server.address() as AddressInfo).port);

  ({ isSetUp } = await prepareDatabase(service, { isDevelopment }));
  const others = Promise.resolve(serveOthers(server));
  const answerPage: RequestListener = (...exchange) =>
    void others.then(
      (answer) => answer(...exchange),
      // The start has failed, which ends all connections.
      () => {},
    );
  const opened = service.startWork().then(() => {
    front.open({ answerPage, answerShort: shortLinksOf[role] });
    service.addStopStep("HTTP server", (limitMs) => closeFront(front, limitMs));
  });
  await Promise.all([opened, others]);
  return env().BASE_URL;
}

/** Serves everything except short links. */
function serveOthers(server: Server): Promise<RequestListener> | RequestListener {
  if (role === "development") return developPages(server);
  if (role !== "redirects") return servePages();
  const collect = async (): Promise<Snapshot[]> => [threadMetrics()];
  service.metricsSource = cluster.isWorker ? collectFromPrimary(collect) : collect;
  return answerWithoutPages();
}

/** Serves pages and API with Next in its own thread. */
async function servePages(): Promise<RequestListener> {
  announce("Starting pages and API");
  const pages = new WebThread(service, {
    databaseUrl: service.database.pools.url,
    port: env().PORT,
    journalMark: cluster.isWorker ? undefined : service.visits.journalMark,
  });
  const collect = async (): Promise<Snapshot[]> => [threadMetrics(), ...(await pages.snapshots())];
  pages.collectAll = cluster.isWorker ? collectFromPrimary(collect) : collect;
  await pages.start();
  issues().follow((known) => pages.passOn({ issues: known }));
  settingsInEffect().follow((settings) => pages.passOn({ settings }));
  service.addStopStep("web thread", () => pages.stop());
  reportStopping = () => pages.beginStopping();
  return (request, response) => pages.answer(request, response, waitForLinkChanges);
}

/** Next's development server, in this thread. */
async function developPages(server: Server): Promise<RequestListener> {
  const { default: next } = await import("next");
  const app = next({ dev: true, httpServer: server, customServer: true });
  await app.prepare();
  service.addStopStep("development server", () => app.close());
  const handle = app.getRequestHandler();
  return (request, response) => {
    // This page brings its own policy, and Next would keep the one that is set.
    if (/^\/api\/docs\/?(?:[?#]|$)/.test(request.url ?? ""))
      response.removeHeader("Content-Security-Policy");
    const answer = () =>
      withPeerAddress(request.socket.remoteAddress, () => handle(request, response));
    withAnswer(response, answer).catch((error) => answerFailure(response, error));
  };
}

/** Starts the shared database first, then the workers; each runs `serve`. */
async function startWorkers(count: number): Promise<string> {
  announce(`Starting ${count} workers`);
  const workers = new Workers(service);
  service.thread.name = "primary";
  const prepared = await prepareDatabase(service);
  ({ isSetUp } = prepared);
  service.addStopStep("workers", () => workers.stop());
  const passOn = (worker: Worker | undefined): void => {
    if (worker?.isConnected()) worker.send({ issues: issues().list() });
  };
  cluster.on("online", passOn);
  issues().follow(() => {
    for (const worker of Object.values(cluster.workers ?? {})) passOn(worker);
  });
  return workers.start(count, { DATABASE_URL: prepared.url, DATABASE_URL_FILE: "" });
}

function listen(server: Server): Promise<void> {
  const { PORT, HOST } = env();
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(new ListenError(error, env()));
    server.once("error", refuse).listen({ port: PORT, host: HOST }, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

/**
 * Reports "not ready", and closes when load balancers have noticed: until then clients would only
 * open other connections.
 */
async function closeFront(front: Front, limitMs: number): Promise<void> {
  reportStopping();
  await sleep(lameDuckMs);
  await front.close(limitMs - lameDuckMs - dropMs, (requests) =>
    announce(requests === 1 ? "Finishing 1 request" : `Finishing ${requests} requests`),
  );
}

let isStopping = false;

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  if (exitCode === 0) announce("Stopping");
  const succeeded = await service.stop();
  if (exitCode === 0) announce("Stopped");
  process.exit(succeeded ? exitCode : 1);
}

process.on("message", (message: { issues?: ServiceIssue[] }) => {
  if (message.issues) issues().receive(message.issues);
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => void stop(0));

main().catch(async (error: unknown) => {
  // A signal makes pending startup steps fail, which is not a startup error.
  if (isStopping) return;
  reportStartup(error);
  await stop(1);
});

function configuration(): Env {
  try {
    return readEnv();
  } catch (error) {
    reportStartup(error);
    process.exit(1);
  }
}

function reportStartup(error: unknown): void {
  process.stderr.write(`\nSlugline could not start.\n${startupMessage(error)}\n`);
}
