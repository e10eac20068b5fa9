import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import next from "next";
import { closeDatabase, useDatabase } from "./lib/database/client";
import { env, settlePort } from "./lib/env";
import { withPeerAddress } from "./lib/http/peer-address";
import { takePeer } from "./lib/pages/forward";
import type { PagesOrder, PagesSetting } from "./lib/pages/pages-thread";
import { beginStopping } from "./lib/readiness";

/** The thread of `server.ts` that answers everything but short addresses: Next, on a loopback port of its own. */
const { databaseUrl, port, key } = workerData as PagesSetting;
settlePort(port);
useDatabase(databaseUrl);

// An action that leads to another page fetches it through the server in front.
const app = next({ customServer: true, quiet: true, hostname: env().HOST ?? "127.0.0.1", port });
await app.prepare();
const handle = app.getRequestHandler();

// The server in front guards sizes and times, and keeps its connections for as long as it likes.
const server = createServer({ maxHeaderSize: 32_768, headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 }, (request, response) => {
  const peer = takePeer(request, key);
  if (peer === null) response.writeHead(403).end();
  else void withPeerAddress(peer, () => handle(request, response));
});
server.listen(0, "127.0.0.1", () => parentPort?.postMessage({ port: (server.address() as AddressInfo).port }));

parentPort?.on("message", async (order: PagesOrder) => {
  if (order === "begin stopping") return beginStopping();
  server.closeAllConnections();
  await app.close();
  await closeDatabase();
  process.exit();
});
