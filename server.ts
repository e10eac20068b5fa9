import cluster from "node:cluster";
import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { apiToken } from "./lib/auth/api-token";
import { hasOwner } from "./lib/auth/create-owner";
import { ensureFirstOwner } from "./lib/auth/first-owner";
import { bannerText } from "./lib/banner";
import { closeDatabase, databaseUrl, useDatabase } from "./lib/database/client";
import { startEmbeddedPostgres } from "./lib/database/embedded-postgres";
import { lockInstance } from "./lib/database/instance-lock";
import { migrate } from "./lib/database/migrate";
import { env, settlePort } from "./lib/env";
import { startHousekeeping, stopHousekeeping } from "./lib/housekeeping";
import { answerShortAddress } from "./lib/http/express-lane";
import { refuseForeignWrite } from "./lib/http/foreign-write";
import { withPeerAddress } from "./lib/http/peer-address";
import { tameTarget } from "./lib/http/tame-target";
import { refuseUnknownMethod } from "./lib/http/unknown-method";
import { PagesThread } from "./lib/pages/pages-thread";
import { beginStopping } from "./lib/readiness";
import { startupMessage } from "./lib/startup-errors";
import { linkChangesHeard } from "./lib/visits/link-changes";
import { recorderFlushed } from "./lib/visits/visit-recorder";
import { Workers } from "./lib/workers";

/**
 * The production entry: a database, its migrations, then one HTTP server that answers short addresses itself and leaves
 * the rest to Next in a thread of its own (`pages.ts`). `--dev` hands everything to Next's development server, so that
 * edits show at once.
 */
const isDevelopment = process.argv.includes("--dev");
const shutdownLimitMs = 10_000;
const answerLimitMs = 5_000;
/** While stopping, connections are still taken for this long, until load balancers have noticed. */
const lameDuckMs = 500;

/** A request line and headers of 16 KB hold the longest short address with room to spare; slow senders are cut off. */
const limits: ServerOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the 60 s of most proxies, so that it is they who close an idle connection.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/** Lets pages tell that the server is stopping. */
let tellStopping: () => void = beginStopping;

/** What was started, to be stopped in reverse order. */
const stops: (() => unknown)[] = [];

async function main(): Promise<void> {
  const { DATABASE_URL, DATA_DIR, WORKERS } = env();
  // Made here, so that workers that start at once find one token.
  apiToken();
  const lock = DATABASE_URL || cluster.isWorker ? null : lockInstance(DATA_DIR);
  if (lock) stops.push(lock.release);
  const baseUrl = cluster.isPrimary && WORKERS > 1 && !isDevelopment ? await startWorkers(WORKERS) : await serve();
  lock?.announce(baseUrl);
  if (cluster.isPrimary) {
    const isSetUp = await hasOwner();
    process.stdout.write(bannerText({ baseUrl, token: apiToken(), env: env(), isTerminal: process.stdout.isTTY, isSetUp }));
  }
  process.send?.({ ready: baseUrl });
}

/** One HTTP server in this process, which answers once this resolves with its base URL. */
async function serve(): Promise<string> {
  // Listening comes first, so that a taken port is told at once; what is asked before all is ready waits for it.
  const early: Parameters<RequestListener>[] = [];
  let answer: RequestListener = (...exchange) => early.push(exchange);
  const server = createServer(limits, (request, response) => answer(request, response));
  await listen(server);
  settlePort((server.address() as AddressInfo).port);

  await prepareDatabase();
  startHousekeeping();
  stops.push(stopHousekeeping, recorderFlushed);

  const answerPage = isDevelopment ? await developPages(server) : await servePages();
  answer = (request, response) => {
    if (isStopping) response.setHeader("Connection", "close");
    if (!isDevelopment && answerShortAddress(request, response)) return;
    if (refuseUnknownMethod(request, response)) return;
    request.url = tameTarget(request.url ?? "/");
    if (refuseForeignWrite(request, response)) return;
    answerPage(request, response);
  };
  for (const exchange of early.splice(0)) answer(...exchange);
  stops.push(() => closeServer(server));
  return env().BASE_URL;
}

/** Everything but short addresses, answered by Next in a thread of its own. */
async function servePages(): Promise<RequestListener> {
  const pages = new PagesThread({ databaseUrl: databaseUrl(), port: env().PORT });
  await pages.start();
  stops.push(() => pages.stop());
  tellStopping = () => pages.beginStopping();
  return (request, response) => pages.answer(request, response, linkChangesHeard);
}

/** Next's development server, in this thread. */
async function developPages(server: Server): Promise<RequestListener> {
  const { default: next } = await import("next");
  const app = next({ dev: true, httpServer: server, customServer: true });
  await app.prepare();
  stops.push(() => app.close());
  const handle = app.getRequestHandler();
  return (request, response) => void withPeerAddress(request.socket.remoteAddress, () => handle(request, response));
}

/** The database first, which workers share, then the workers; each serves as above. */
async function startWorkers(count: number): Promise<string> {
  const workers = new Workers();
  const url = await prepareDatabase();
  stops.push(() => workers.stop());
  return workers.start(count, { DATABASE_URL: url });
}

/** Makes ready a database with all migrations and returns its address; the embedded one is started where none is configured. */
async function prepareDatabase(): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = env();
  const url = DATABASE_URL ?? (await startDatabase(DATA_DIR));
  if (cluster.isPrimary) await migrate(url);
  useDatabase(url);
  stops.push(closeDatabase);
  if (cluster.isPrimary) await ensureFirstOwner();
  return url;
}

async function startDatabase(dataDir: string): Promise<string> {
  const postgres = await startEmbeddedPostgres(dataDir);
  stops.push(postgres.stop);
  return postgres.url;
}

function listen(server: Server): Promise<void> {
  const { PORT, HOST } = env();
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen({ port: PORT, host: HOST }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Says that it is not ready, then stops accepting, and resolves when what is in flight was answered. */
async function closeServer(server: Server): Promise<void> {
  tellStopping();
  await sleep(lameDuckMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Whoever has not sent a whole request by then is not waited for.
    setTimeout(() => server.closeAllConnections(), answerLimitMs).unref();
  });
}

let isStopping = false;

/** Stops everything in reverse order of its start: the server first, the database last. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), shutdownLimitMs).unref();
  for (const undo of stops.reverse()) await undo();
  process.exit(exitCode);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

main().catch(async (error: unknown) => {
  process.stderr.write(`\nSlugline could not start.\n${startupMessage(error)}\n`);
  await stop(1);
});
