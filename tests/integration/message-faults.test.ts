// Run: all
import { readFileSync } from "node:fs";
import { createServer as createHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Delivery } from "@/lib/messages/deliveries";
import type { Receiver } from "@/lib/messages/receivers";
import { Api } from "../support/api";
import { createDatabase, databaseUrl, dropDatabase, openPool } from "../support/databases";
import { startReceiver, type TestReceiver } from "../support/receiver";
import { startServer, type TestServer } from "../support/server";
import { tlsFile } from "../support/tls-postgres";

const { adminUrl, template } = inject("postgres");
const tls = createHttps(
  { cert: readFileSync(tlsFile("server.crt")), key: readFileSync(tlsFile("server.key")) },
  (_request, response) => response.writeHead(204).end(),
);
let receiver: TestReceiver;
let tlsHost: string;
let name: string;
let url: string;
let pool: ReturnType<typeof openPool>;
const servers: TestServer[] = [];

const start = async () => {
  const env = {
    RATE_LIMITS: "off",
    BASE_URL: "http://go.example.test",
    MESSAGE_ALLOW_HOSTS: `${receiver.host},${tlsHost}`,
  };
  const server = await startServer(url, { env });
  servers.push(server);
  return server;
};

beforeAll(async () => {
  receiver = await startReceiver();
  await new Promise<void>((resolve) => tls.listen(0, "127.0.0.1", resolve));
  tlsHost = `127.0.0.1:${(tls.address() as AddressInfo).port}`;
  name = await createDatabase(adminUrl, template);
  url = databaseUrl(adminUrl, name);
  pool = openPool(url, 2);
});
afterAll(async () => {
  for (const server of servers) await server.stop("SIGKILL");
  await pool.end();
  await dropDatabase(adminUrl, name);
  await receiver.close();
  tls.close();
});

const subscribe = async (api: Api, address: string, events = ["link.created"]) => {
  const wanted = { name: address, kind: "webhook", url: address, events };
  const { status, body } = await api.call<Receiver>("POST", "/api/webhooks", wanted);
  expect(status).toBe(201);
  return body.id;
};
const latestOf = async (api: Api, id: string) =>
  (await api.call<{ deliveries: Delivery[] }>("GET", `/api/webhooks/${id}/deliveries`)).body
    .deliveries[0];
const soon = { interval: 100 };
const receivedAt = (path: string) => receiver.received.filter((each) => each.path === path);

it("receivers that hang, drip or answer 10 MB delay no other, and are given up after 10 s", async () => {
  const api = new Api(await start());
  const silent = () => {};
  receiver.answers.set("/silent", silent);
  receiver.answers.set("/drip", (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 100);
    response.on("close", () => clearInterval(timer));
  });
  let mostSent = 0;
  receiver.answers.set("/large", async (response) => {
    response.writeHead(200);
    let sent = 0;
    response.setMaxListeners(0);
    for (; sent < 160 && !response.destroyed; sent++) {
      const isTaken = response.write(Buffer.alloc(65_536, "y"));
      if (!isTaken)
        await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
    }
    mostSent = Math.max(mostSent, sent);
    response.end();
  });
  const ids = Object.fromEntries(
    await Promise.all(
      ["silent", "drip", "large", "good"].map(async (path) => [
        path,
        await subscribe(api, `${receiver.url}/${path}`),
      ]),
    ),
  ) as Record<string, string>;
  const badCertificate = await subscribe(api, `https://${tlsHost}/`);
  for (let count = 0; count < 20; count++) await api.create({});
  await expect.poll(() => receivedAt("/good").length, soon).toBe(20);
  expect(await latestOf(api, ids.large ?? "")).toMatchObject({ state: "sent", status: 200 });
  expect((await latestOf(api, ids.large ?? ""))?.response?.length).toBeLessThanOrEqual(500);
  expect(mostSent).toBeLessThan(160);
  await expect.poll(async () => (await latestOf(api, ids.drip ?? ""))?.state, soon).toBe("sent");
  const { body } = await api.call<{ deliveries: Delivery[] }>(
    "GET",
    `/api/webhooks/${badCertificate}/deliveries`,
  );
  expect(body.deliveries.find(({ error }) => error !== null)).toMatchObject({
    state: "waiting",
    status: null,
    error: expect.stringMatching(/secure connection failed/),
  });
  await expect
    .poll(async () => {
      const log = `/api/webhooks/${ids.silent}/deliveries`;
      const { deliveries } = (await api.call<{ deliveries: Delivery[] }>("GET", log)).body;
      return deliveries.some(({ error }) => String(error) === "No response within 10 s.");
    }, soon)
    .toBe(true);
  // Four at a time.
  expect(receivedAt("/silent").length).toBeLessThanOrEqual(12);
});

it("a process that is killed between sending and noting sends again, with the same id", async () => {
  const first = servers[0] ?? (await start());
  const api = new Api(first);
  receiver.answers.set("/held", () => {});
  await subscribe(api, `${receiver.url}/held`, ["link.deleted"]);
  const { slug } = await api.create({});
  await api.remove(slug);
  await expect.poll(() => receivedAt("/held").length, soon).toBe(1);
  await first.stop("SIGKILL");
  receiver.answers.delete("/held");
  await start();
  await expect.poll(() => receivedAt("/held").length, soon).toBe(2);
  const [before, after] = receivedAt("/held");
  expect([after?.headers["webhook-id"], after?.body]).toEqual([
    before?.headers["webhook-id"],
    before?.body,
  ]);
});
