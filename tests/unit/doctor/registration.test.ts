import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { readRegistration } from "@/lib/doctor/registration";

let server: Server | undefined;
afterEach(() => server?.closeAllConnections());

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server?.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rdap/`;
}

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { "Content-Type": "application/rdap+json" })
      .end(JSON.stringify(body));
const read = (source: string, signal = new AbortController().signal) =>
  readRegistration("example.com", source, signal);

it("reads when a registration ends, and sends nothing but the domain", async () => {
  const asked: (string | undefined)[] = [];
  const events = [
    { eventAction: "registration", eventDate: "1995-08-14T04:00:00Z" },
    { eventAction: "expiration", eventDate: "2027-08-13T04:00:00Z" },
  ];
  const source = await serve((request, response) => {
    asked.push(request.url, request.headers["user-agent"]);
    json({ objectClassName: "domain", events })(request, response);
  });
  expect(await read(source)).toEqual(new Date("2027-08-13T04:00:00Z"));
  expect(asked).toEqual(["/rdap/domain/example.com", "Slugline"]);
});

it.each<[string, RequestListener]>([
  [
    "a record without an end",
    json({ events: [{ eventAction: "registration", eventDate: "1995" }] }),
  ],
  ["a record without events", json({})],
  ["an end that is no date", json({ events: [{ eventAction: "expiration", eventDate: "never" }] })],
  ["a domain that it does not know", json({ errorCode: 404 }, 404)],
])("%s is not known", async (_, answer) => {
  expect(await read(await serve(answer))).toBeNull();
});

it.each<[string, RequestListener]>([
  ["a fault", json({}, 500)],
  ["too many requests", json({}, 429)],
  ["no JSON", (_request, response) => response.end("<html>")],
  ["a record of another form", json({ events: "none" })],
  ["an endless answer", (_request, response) => response.end("x".repeat(300_000))],
  ["a closed connection", (request) => request.socket.destroy()],
])("%s is a failure, which is tried again", async (_, answer) => {
  await expect(read(await serve(answer))).rejects.toThrow();
});

it("does not wait for a server that hangs once the service stops", async () => {
  const stopping = new AbortController();
  const reading = read(await serve(() => stopping.abort()), stopping.signal);
  await expect(reading).rejects.toThrow();
});
