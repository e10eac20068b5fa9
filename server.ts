import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import next from "next";
import { apiToken } from "./lib/auth/api-token";
import { bannerText } from "./lib/banner";
import { closeDatabase, useDatabase } from "./lib/database/client";
import { startEmbeddedPostgres } from "./lib/database/embedded-postgres";
import { lockInstance } from "./lib/database/instance-lock";
import { migrate } from "./lib/database/migrate";
import { env, settlePort } from "./lib/env";
import { startHousekeeping } from "./lib/housekeeping";
import { answerShortAddress } from "./lib/http/express-lane";
import { tameTarget } from "./lib/http/tame-target";
import { refuseUnknownMethod } from "./lib/http/unknown-method";
import { startupMessage } from "./lib/startup-errors";

/**
 * The production entry: a database, its migrations, then one HTTP server that answers short addresses itself and leaves
 * the rest to Next. `--dev` hands everything to Next's development server, so that edits show at once.
 */
const isDevelopment = process.argv.includes("--dev");
const shutdownLimitMs = 10_000;

/** What was started, to be stopped in reverse order. */
const stops: (() => unknown)[] = [];

async function main(): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = env();
  const token = apiToken();
  const lock = DATABASE_URL ? null : lockInstance(DATA_DIR);
  if (lock) stops.push(lock.release);

  // Listening comes first, so that a taken port is told at once; what is asked before all is ready waits for it.
  let open: (answer: RequestListener) => void = () => {};
  const ready = new Promise<RequestListener>((resolve) => {
    open = resolve;
  });
  const server = createServer((request, response) => void ready.then((answer) => answer(request, response)));
  await listen(server);
  settlePort((server.address() as AddressInfo).port);
  const { BASE_URL } = env();
  lock?.announce(BASE_URL);

  const url = DATABASE_URL ?? (await startDatabase(DATA_DIR));
  await migrate(url);
  useDatabase(url);
  stops.push(closeDatabase);
  startHousekeeping();

  const app = next({ dev: isDevelopment, httpServer: server, customServer: true });
  await app.prepare();
  stops.push(() => app.close());
  const handleNext = app.getRequestHandler();
  open((request, response) => {
    if (!isDevelopment && answerShortAddress(request, response)) return;
    if (refuseUnknownMethod(request, response)) return;
    request.url = tameTarget(request.url ?? "/");
    void handleNext(request, response);
  });
  stops.push(() => closeServer(server));

  process.stdout.write(bannerText({ baseUrl: BASE_URL, token, env: env(), isTerminal: process.stdout.isTTY }));
  process.send?.({ ready: BASE_URL });
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

/** Stops accepting, and resolves when what is in flight was answered. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
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
