// Run: all
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { scrape } from "@/lib/previews/scrape-destination";
import { publicWeb, type ScrapePolicy } from "@/lib/previews/scrape-policy";
import {
  type Canary,
  type Destination,
  page,
  redirectTo,
  secondLoopback,
  startCanary,
  startDestination,
} from "../support/destinations";
import { useFaultService } from "../support/fault-service";
import { browsers, visit } from "../support/visitor";

/**
 * Promise: the scraper reaches nothing private, ends in time and leaves redirects alone. Canaries
 * listen on the loopback addresses, and every attempt of this process to connect anywhere is seen.
 * The control runs take one protection away each and must meet the canary, or the test is blind.
 */
const other = await secondLoopback();
let canary: Canary;
let attempts = 0;
const seeAttempt = () => attempts++;
const atPort = (port: number) => ({
  ...publicWeb({ BASE_URL: "https://go.example", PORT: 3000 }, new Set()),
  ports: [port],
});
/** As though every address were public. */
const unguarded = (port: number): ScrapePolicy => ({
  ...atPort(port),
  isAllowedAddress: () => true,
});

beforeAll(async () => {
  canary = await startCanary(["127.0.0.1", other]);
  subscribe("net.client.socket", seeAttempt);
});
afterAll(async () => {
  unsubscribe("net.client.socket", seeAttempt);
  await canary.close();
});
beforeEach(() => {
  attempts = 0;
});

/**
 * Spellings of addresses that lead to this machine, each of which an unguarded scraper on it
 * reaches.
 */
const toThisMachine = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "2130706433",
  "0x7f000001",
  "0x7f.0.0.1",
  "0x7F.1",
  "017700000001",
  "0177.0.0.1",
  "0177.0.0.01",
  "00000177.0.0.1",
  "127.0.0.1.",
  "127.0.0.0x1",
  "%31%32%37.0.0.1",
  "127%2e0%2e0%2e1",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "１２７.0.0.1",
  "0",
  "0.0.0.0",
  "0x0",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
  "[0000:0000:0000:0000:0000:FFFF:7F00:0001]",
];

const hostile = [
  ...toThisMachine,
  "127.0.0.2",
  "127.255.255.254",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::]",
  "[::127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[::ffff:0.0.0.0]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[2001:0:7f00:1::]",
  "[::ffff:169.254.169.254]",
  "[::ffff:a9fe:a9fe]",
  "[fe80::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fd20:ce::254]",
  "[ff02::1]",
  "[ff05::1:3]",
  "[2001:db8::1]",
  "[100::1]",
  "[5f00::1]",
  "169.254.169.254",
  "169.254.170.2",
  "0xa9fea9fe",
  "2852039166",
  "0251.0376.0251.0376",
  "169.254.43518",
  "100.100.100.200",
  "192.0.0.192",
  "168.63.129.16",
  "10.0.0.1",
  "10.255.255.255",
  "012.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "0xc0a80001",
  "192.168.1",
  "100.64.0.1",
  "198.18.0.1",
  "192.0.2.1",
  "203.0.113.7",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
];

/** Names, which the injected name server answers with these. */
const names: Record<string, string[]> = {
  localhost: ["127.0.0.1"],
  "localhost.": ["127.0.0.1"],
  LOCALHOST: ["127.0.0.1"],
  "sub.localhost": ["127.0.0.1"],
  "127.0.0.1.nip.example": ["127.0.0.1"],
  "v6.rebind.example": ["::1"],
  "mapped.rebind.example": ["::ffff:127.0.0.1"],
  "metadata.google.internal": ["169.254.169.254"],
  "both.rebind.example": ["93.184.216.34", "127.0.0.1"],
  "both6.rebind.example": ["93.184.216.34", "::ffff:10.0.0.1"],
  intranet: ["10.1.2.3"],
  postgres: ["172.18.0.2"],
  "nat64.rebind.example": ["64:ff9b::7f00:1"],
  "nobody.example": [],
  "garbage.example": ["not an address"],
};
const resolveHost = async (hostname: string) =>
  names[hostname] ?? names[hostname.toLowerCase()] ?? ["127.0.0.1"];

describe("hostile addresses", () => {
  it("are many", () => {
    expect(hostile.length + Object.keys(names).length).toBeGreaterThan(80);
  });

  it.each([...hostile, ...Object.keys(names)])("%s is not reached", async (host) => {
    for (const scheme of ["http", "https"]) {
      const { card, failure } = await scrape(`${scheme}://${host}:${canary.port}/`, {
        ...atPort(canary.port),
        resolveHost,
      });
      expect(card).toBeNull();
      expect(["address_not_public", "url_not_allowed", "host_not_found"]).toContain(failure?.code);
    }
    expect([attempts, canary.connections()]).toEqual([0, 0]);
  });

  it.each([22, 25, 3000, 5432, 6379, 8080, 11_211])(
    "port %d of a public host is not reached",
    async (port) => {
      const { failure } = await scrape(
        `http://8.8.8.8:${port}/`,
        publicWeb({ BASE_URL: "https://go.example", PORT: 3000 }, new Set()),
      );
      expect([failure?.code, attempts]).toEqual(["port_not_allowed", 0]);
    },
  );
});

describe("redirects to private addresses", () => {
  let destination: Destination;
  const opened = () => ({
    ...atPort(canary.port),
    allowedHosts: new Set([destination.host]),
    resolveHost,
  });
  const detours = [...toThisMachine, "localhost", "[::1]", "169.254.169.254"];

  beforeAll(async () => {
    const hops = Object.fromEntries(
      detours.map((host, index) => [
        `/${index}`,
        redirectTo(`http://${host}:${canary.port}/`, [301, 302, 303, 307, 308][index % 5]),
      ]),
    );
    destination = await startDestination({
      ...hops,
      "/far": redirectTo("/nearer"),
      "/nearer": redirectTo("/0"),
      "/relative": redirectTo(`//127.0.0.1:${canary.port}/`),
      "/backslash": redirectTo(`/\\127.0.0.1:${canary.port}/`),
      "/meta": page(
        `<meta http-equiv="refresh" content="0; url=http://127.0.0.1:${canary.port}/"><title>Stays</title>`,
      ),
      "/things": page(
        `<title>Things</title><link rel="stylesheet" href="http://127.0.0.1:${canary.port}/"><meta property="og:image" content="http://127.0.0.1:${canary.port}/">`,
      ),
      "/gopher": redirectTo(`gopher://127.0.0.1:${canary.port}/`),
      "/file": redirectTo("file:///etc/passwd"),
    });
  });
  afterAll(() => destination.close());

  it.each(
    [...detours.keys()]
      .map((index) => `/${index}`)
      .concat("/far", "/relative", "/backslash", "/gopher", "/file"),
  )("%s is not followed", async (path) => {
    const { failure } = await scrape(destination.url + path, opened());
    expect(["address_not_public", "url_not_allowed"]).toContain(failure?.code);
    expect(canary.connections()).toBe(0);
  });

  it("resources of a page are not fetched", async () => {
    expect((await scrape(`${destination.url}/meta`, opened())).card?.title).toBe("Stays");
    expect((await scrape(`${destination.url}/things`, opened())).card?.title).toBe("Things");
    expect(canary.connections()).toBe(0);
  });

  it("proxy environment variables are ignored", async () => {
    const proxies = [
      "http_proxy",
      "https_proxy",
      "HTTP_PROXY",
      "HTTPS_PROXY",
      "ALL_PROXY",
      "NODE_USE_ENV_PROXY",
    ];
    for (const name of proxies)
      process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : `http://127.0.0.1:${canary.port}`;
    expect((await scrape(`${destination.url}/meta`, opened())).card?.title).toBe("Stays");
    for (const name of proxies) delete process.env[name];
    expect(canary.connections()).toBe(0);
  });

  it("control: without the address check the canary is reached", async () => {
    const control = await startCanary(["127.0.0.1"]);
    const bare = await startDestination({ "/": redirectTo(`http://127.0.0.1:${control.port}/`) });
    const policy = { ...unguarded(control.port), allowedHosts: new Set([bare.host]), resolveHost };
    expect((await scrape(`${bare.url}/`, policy)).card?.title).toBe("secret");
    for (const host of toThisMachine) {
      const before = control.connections();
      expect((await scrape(`http://${host}:${control.port}/`, policy)).card?.title, host).toBe(
        "secret",
      );
      expect(control.connections(), host).toBe(before + 1);
    }
    expect(attempts).toBeGreaterThan(toThisMachine.length);
    await bare.close();
    await control.close();
  });
});

describe("DNS rebinding", () => {
  it("resolves once per hop and connects to the vetted address", async () => {
    // The other loopback address stands for a public one; the canary listens at the address that
    // must not be reached.
    const site = await startDestination(
      { "/": redirectTo("/there"), "/there": page("<title>Public</title>") },
      undefined,
      {
        address: other,
        port: 0,
      },
    );
    const trap = await startCanary(["127.0.0.1"], site.port);
    let asked = 0;
    const rebinding = async () => (asked++ % 2 === 0 ? [other] : ["127.0.0.1"]);
    const policy = {
      ...atPort(site.port),
      isAllowedAddress: (address: string) => address === other,
      resolveHost: rebinding,
    };
    expect((await scrape(`http://rebind.example:${site.port}/there`, policy)).card?.title).toBe(
      "Public",
    );
    expect([asked, trap.connections()]).toEqual([1, 0]);
    // The second hop asks again, gets the trap, and is refused.
    asked = 0;
    expect((await scrape(`http://rebind.example:${site.port}/`, policy)).failure?.code).toBe(
      "address_not_public",
    );
    expect([asked, trap.connections()]).toEqual([2, 0]);
    // Control: the same with nothing vetted walks into it.
    asked = 1;
    expect(
      (
        await scrape(`http://rebind.example:${site.port}/`, {
          ...policy,
          isAllowedAddress: () => true,
        })
      ).card?.title,
    ).toBe("secret");
    expect(trap.connections()).toBe(1);
    await site.close();
    await trap.close();
  });
});

describe("destinations that never end", () => {
  const chunk = Buffer.alloc(64 * 1024, "<p>x</p>");
  let destination: Destination;
  let sent = 0;
  const flood = (response: ServerResponse, write: (bytes: Buffer) => boolean) => {
    const more = () => {
      while (!response.destroyed && write(chunk)) sent += chunk.length;
    };
    response.on("drain", more);
    more();
  };
  const html = { "Content-Type": "text/html" };
  const drip = (response: ServerResponse | Socket, text: string) => {
    let position = 0;
    const timer = setInterval(
      () =>
        response.destroyed
          ? clearInterval(timer)
          : response.write(text[position++ % text.length] ?? ""),
      1_000,
    );
  };

  beforeAll(async () => {
    destination = await startDestination({
      "/endless": (_request, response) =>
        flood(response.writeHead(200, html), (bytes) => response.write(bytes)),
      "/endless-title": (_request, response) => {
        response.writeHead(200, html).write("<title>");
        flood(response, (bytes) => response.write(bytes));
      },
      "/bomb": (_request, response) => {
        // A gigabyte of zeros for each megabyte on the wire.
        const zip = createGzip({ level: 9 });
        zip.pipe(response.writeHead(200, { ...html, "Content-Encoding": "gzip" }));
        const zeros = Buffer.alloc(1024 * 1024);
        const more = () => {
          while (!response.destroyed && zip.write(zeros)) sent += 1024;
        };
        zip.on("drain", more);
        more();
      },
      "/slow-body": (_request, response) => drip(response.writeHead(200, html), "<p>slow</p>"),
      "/slow-header": (request) => drip(request.socket, "HTTP/1.1 200 OK\r\nX-Slow: 1\r\n"),
      "/silent": () => {},
      "/silent-body": (_request, response) => response.writeHead(200, html).flushHeaders(),
      "/slow-hops": async (_request, response) => {
        await sleep(1_500);
        redirectTo("/slow-hops")(_request, response);
      },
      "/endless-headers": (request) => {
        request.socket.write("HTTP/1.1 200 OK\r\n");
        flood(request.socket as unknown as ServerResponse, (bytes) =>
          request.socket.write(`X-${bytes.length}: ${"y".repeat(8_000)}\r\n`),
        );
      },
      "/informational": (request) => {
        const timer = setInterval(
          () =>
            request.socket.destroyed
              ? clearInterval(timer)
              : request.socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"),
          20,
        );
      },
    });
  });
  afterAll(() => destination.close());

  /** A timer of this process is the control: a busy machine delays it as it delays the scrape. */
  async function within5s<T>(scraping: Promise<T>): Promise<T> {
    const control = sleep(5_000).then(() => performance.now());
    const result = await scraping;
    const endedAt = performance.now();
    expect(endedAt - (await control)).toBeLessThan(500);
    return result;
  }

  it.each([
    // Its head is over, so it is read.
    ["/endless", undefined],
    ["/bomb", "unreadable"],
    ["/endless-headers", "unreadable"],
    ["/slow-body", "timeout"],
    ["/slow-header", "timeout"],
    ["/silent", "timeout"],
    ["/silent-body", "timeout"],
    ["/slow-hops", "timeout"],
    ["/informational", "timeout"],
  ])("%s ends as %s within 5 s", { concurrent: true }, async (path, code) => {
    const policy = publicWeb(
      { BASE_URL: "https://go.example", PORT: 3000 },
      new Set([destination.host]),
    );
    const { failure } = await within5s(scrape(destination.url + path, policy));
    expect(failure?.code).toBe(code);
  });

  it("a name server that does not answer times out", { concurrent: true }, async () => {
    const silent = {
      ...publicWeb({ BASE_URL: "https://go.example", PORT: 3000 }, new Set()),
      resolveHost: () => new Promise<string[]>(() => {}),
    };
    expect((await within5s(scrape("https://silent.example/", silent))).failure?.code).toBe(
      "timeout",
    );
  });

  it("memory use stays flat regardless of the response size", async () => {
    const policy = publicWeb(
      { BASE_URL: "https://go.example", PORT: 3000 },
      new Set([destination.host]),
    );
    const paths = ["/endless", "/bomb", "/endless-title"];
    const round = () =>
      Promise.all(
        [...paths, ...paths, ...paths, ...paths].map((path) =>
          scrape(destination.url + path, policy),
        ),
      );
    await round();
    const before = process.memoryUsage().rss;
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
    sent = 0;
    for (let rounds = 0; rounds < 5; rounds++) await round();
    clearInterval(timer);
    // 60 pages of up to 512 KB each, and what the kernel and this very test buffer on the way.
    expect(sent).toBeLessThan(60 * 12 * 1024 * 1024);
    expect(most - before).toBeLessThan(150 * 1024 * 1024);
  });
});

describe("short links", () => {
  const opened = { SCRAPE_ALLOW_HOSTS: "" };
  let destination: Destination;
  beforeAll(async () => {
    destination = await startDestination({}, () => {});
    opened.SCRAPE_ALLOW_HOSTS = destination.host;
  });
  afterAll(() => destination.close());
  const service = useFaultService({ env: opened });

  it("stay fast while a hundred scrapes hang", async () => {
    const { api, server } = service.instance;
    const { slug } = await api.create({ url: "https://example.com/" });
    const measure = async (times: number[]) => {
      for (let round = 0; round < 300; round++) {
        const from = performance.now();
        expect((await visit(server, `/${slug}`)).status).toBe(302);
        times.push(performance.now() - from);
      }
    };
    const quantile = (times: number[], share: number) =>
      times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
    await measure([]);
    const [alone, beside]: [number[], number[]] = [[], []];
    // Alternates, so that other programs on the machine slow down both.
    for (let round = 0; round < 3; round++) {
      const hanging: { slug: string }[] = [];
      for (let n = 0; n < 100; n++)
        hanging.push(await api.create({ url: `${destination.url}/${round}-${n}` }));
      await measure(alone);
      const unfurls = Promise.all(
        hanging.map((link) =>
          visit(server, `/${link.slug}`, { headers: { "User-Agent": browsers.slack } }),
        ),
      );
      await sleep(300);
      await measure(beside);
      for (const { status, body } of await unfurls)
        expect([status, /og:title/.test(body)]).toEqual([200, true]);
    }
    expect(destination.requests.length).toBeGreaterThan(0);
    expect(quantile(beside, 0.5)).toBeLessThan(quantile(alone, 0.5) * 2 + 2);
    expect(quantile(beside, 0.99)).toBeLessThan(quantile(alone, 0.99) * 2 + 30);
  });
});
