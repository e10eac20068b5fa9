// Run: all
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { readLivePreview } from "@/lib/previews/live-preview";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import { type Destination, page, startDestination } from "../support/destinations";
import { inEnglish } from "../support/in-english";
import { createOwnService } from "../support/own-service";
import { useService } from "../support/service";

/** What the dashboard's dialog asks of the scraper while an owner types a destination. */
const env = { SCRAPE_ALLOW_HOSTS: "", ...ownerEnv };

/** Requests of `/held...` that are not answered yet. */
const held = new Set<ServerResponse>();
let destination: Destination;

beforeAll(async () => {
  destination = await startDestination(
    { "/page": page("<title>Theirs</title>") },
    (_request: IncomingMessage, response) => {
      held.add(response);
      response.on("close", () => held.delete(response));
    },
  );
  env.SCRAPE_ALLOW_HOSTS = `${destination.host},${otherHost()}`;
  // It asks no database.
  createOwnService("postgresql://127.0.0.1:1/none", {
    BASE_URL: "http://go.example",
    SCRAPE_ALLOW_HOSTS: destination.host,
  });
});
afterAll(() => destination.close());

beforeEach(() => {
  destination.requests.length = 0;
});

/** Of the same destination, so that icons of the one are not those of the other. */
const otherHost = () => destination.host.replace("127.0.0.1", "localhost");

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

const pathsAsked = () => destination.requests.map(({ url }) => url);
const stay = new AbortController().signal;
const read = (who: string, path: string, signal = stay) =>
  readLivePreview(who, destination.url + path, signal);

it("waits in the queue of its host", async () => {
  const [first, second] = [read("a", "/held-1"), read("b", "/held-2")];
  await until(() => held.size === 2);
  const third = read("c", "/page");
  await sleep(50);
  expect(pathsAsked()).toEqual(["/held-1", "/held-2"]);
  for (const response of held)
    page("<title>Held</title>")(destination.requests[0] as IncomingMessage, response);
  expect([await first, await second, await third].map(({ card }) => card?.title)).toEqual([
    "Held",
    "Held",
    "Theirs",
  ]);
});

it("a newer preview of the same owner aborts the older one and its connection", async () => {
  const older = [read("a", "/held-1")];
  await until(() => held.size === 1);
  const [response] = held;
  const closed = once(response as ServerResponse, "close");
  // Another owner keeps reading.
  const other = read("b", "/held-other");
  await until(() => held.size === 2);
  for (let typed = 0; typed < 50; typed++) older.push(read("a", `/held-${typed}`));
  const last = read("a", "/page");
  await closed;
  expect(await last).toMatchObject({ card: { title: "Theirs" }, failure: null });
  expect(new Set(inEnglish(await Promise.all(older)).map(({ failure }) => failure))).toEqual(
    new Set(["A newer preview took its place."]),
  );
  expect(pathsAsked()).toEqual(["/held-1", "/held-other", "/page"]);
  for (const open of held)
    page("<title>Other</title>")(destination.requests[0] as IncomingMessage, open);
  expect((await other).card?.title).toBe("Other");
});

it("ends when the caller aborts", async () => {
  const reader = new AbortController();
  const reading = read("a", "/held", reader.signal);
  await until(() => held.size === 1);
  reader.abort();
  expect((await reading).card).toBeNull();
  await until(() => held.size === 0);
});

it("reports that the queue is full", async () => {
  const readers = Array.from({ length: 500 }, () => new AbortController());
  const all = readers.map(({ signal }, index) => read(`owner-${index}`, "/held", signal));
  expect(inEnglish(await read("one more", "/page"))).toEqual({
    card: null,
    failure: "This server is busy at the moment. Try again in a few seconds.",
  });
  for (const reader of readers) reader.abort();
  await Promise.all(all);
  expect((await read("one more", "/page")).card?.title).toBe("Theirs");
});

const service = useService({ env });

it("in the dashboard, a newer request or a disconnected browser aborts the preview", async () => {
  const client = new DashboardClient(service.server);
  await client.submit("/dashboard/sign-in", owner);
  const ask = (path: string, host = destination.host) =>
    `/dashboard/ask/card?${new URLSearchParams({ url: `http://${host}${path}` })}`;
  const older = client.get(ask("/held", otherHost()));
  await until(() => held.size === 1);
  const newer = await client.get(ask("/page"));
  expect(JSON.parse(newer.body)).toMatchObject({ card: { title: "Theirs" } });
  expect(JSON.parse((await older).body)).toEqual({
    card: null,
    icon: null,
    failure: "A newer preview took its place.",
  });
  await until(() => held.size === 0);

  const browser = new AbortController();
  const left = fetch(service.server.url + ask("/held"), {
    headers: { Cookie: client.cookieHeader() },
    signal: browser.signal,
  }).catch(() => "left");
  await until(() => held.size === 1);
  browser.abort();
  expect(await left).toBe("left");
  await until(() => held.size === 0);
});
