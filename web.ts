import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import next from "next";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { env, readEnv, settlePort } from "./lib/config/env";
import { issues } from "./lib/config/issues";
import { settingsInEffect } from "./lib/config/site-settings";
import type { Snapshot } from "./lib/config/snapshots";
import { Exchange } from "./lib/core/exchange";
import { withPeerAddress } from "./lib/http/peer-address";
import { answerFailure } from "./lib/http/problem";
import { withAnswer } from "./lib/http/response-status";
import { keepServing } from "./lib/service/keep-serving";
import { createService } from "./lib/service/service";
import { threadMetrics } from "./lib/service/thread-metrics";
import { ownFile } from "./lib/texts/own-file";
import { AppRoutes } from "./lib/web/app-routes";
import { takePeer } from "./lib/web/forward";
import { OwnRequests } from "./lib/web/own-requests";
import { guard, type RequestGuard } from "./lib/web/request-guard";
import type { Update, WebThreadOrder, WebThreadSettings } from "./lib/web/web-thread";

// Deprecations of libraries are for their maintainers, and would be logged as errors of this
// service.
process.noDeprecation = true;

/**
 * The web thread of `server.ts`: Next serves everything except short links, on its own loopback
 * port.
 */
const { databaseUrl, port, key, journalMark } = workerData as WebThreadSettings;
const service = createService(readEnv());
settlePort(port);
if (journalMark) service.visits.journalMark = journalMark;
service.useDatabase(databaseUrl, "web");

/** Longer than the main thread waits for what it asks in turn. */
const metricsLimitMs = 3_000;
const metrics = new Exchange<Snapshot[]>(
  (message) => parentPort?.postMessage(message),
  async () => [threadMetrics()],
);
service.metricsSource = () => metrics.ask(metricsLimitMs);

// The public server enforces sizes and timeouts, and keeps its connections open as long as it
// wants.
const server = createServer(
  { maxHeaderSize: 32_768, headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 },
  (request, response) => {
    const peer = own.peerOf(request) ?? takePeer(request, key);
    if (peer === null) response.writeHead(403).end();
    else
      withAnswer(response, () => withPeerAddress(peer, () => answer(request, response))).catch(
        (error) => answerFailure(response, error),
      );
  },
);
// Before Next keeps the `fetch` of Node. What this service fetches itself does not pass here.
const own = new OwnRequests(server, () => Promise.reject(new TypeError("Nothing may be fetched.")));

// Next accepts WebSocket upgrades from its `httpServer`. This one is unreachable.
const folder = resolve(ownFile("."));
const app = next({
  dir: folder,
  customServer: true,
  quiet: true,
  hostname: env().HOST ?? "127.0.0.1",
  port,
  httpServer: createServer(),
});
await app.prepare();
const handle = app.getRequestHandler();
keepServing(service);
const gate: RequestGuard = {
  routes: new AppRoutes(folder),
  readRouterState: parseAndValidateFlightRouterState,
};

server.listen(0, "127.0.0.1", () => {
  const { port: ownPort } = server.address() as AddressInfo;
  parentPort?.postMessage({ port: ownPort });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // What an action leads to is a page. No route handler answers Next, which may lead outward.
  if (own.peerOf(request) !== undefined && gate.routes.find(request.url ?? "/")?.kind !== "page") {
    response.writeHead(404).end();
    return;
  }
  const admitted = await guard(request, response, gate);
  if (admitted !== null) await handle(admitted, response);
}

function applyUpdate({ issues: raised, settings }: Update): void {
  issues().receive(raised);
  settingsInEffect().use(settings);
}

parentPort?.on("message", async (order: WebThreadOrder) => {
  if (order === "ping") return parentPort?.postMessage("pong");
  if (order === "begin stopping") {
    service.isStopping = true;
    return;
  }
  if (typeof order === "object")
    return "exchange" in order ? metrics.receive(order) : applyUpdate(order);
  server.closeAllConnections();
  await app.close();
  await service.stop();
  process.exit();
});
