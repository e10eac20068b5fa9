// Run: all
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fetchImage } from "@/lib/previews/fetch-image";
import { publicWeb } from "@/lib/previews/scrape-policy";
import { inTime } from "@/lib/previews/scrape-turn";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import {
  type Canary,
  type Destination,
  page,
  redirectTo,
  startCanary,
  startDestination,
} from "../support/destinations";
import { inEnglish } from "../support/in-english";
import { png } from "../support/pictures";
import { ways } from "../support/run";
import { useService } from "../support/service";
import { browsers } from "../support/visitor";

const env = { SCRAPE_ALLOW_HOSTS: "", ...ownerEnv };
const picture = png(40, 20);
const megabyte = 1024 * 1024;
const picturesOf = (type: string, body: Buffer = picture) => page(body, { "Content-Type": type });
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat([...parts.map((part) => Buffer.from(part as string, "latin1")), Buffer.alloc(64)]);

let destination: Destination;
let canary: Canary;
/** Responses of `/held` that nothing was sent on yet. */
const held = new Set<ServerResponse>();

beforeAll(async () => {
  canary = await startCanary(["127.0.0.1"]);
  destination = await startDestination({
    "/a.png": page(picture, { "Content-Type": "image/png", "Set-Cookie": "theirs=1" }),
    "/says-html": picturesOf("text/html"),
    "/says-nothing": (_request, response) => response.writeHead(200).end(picture),
    "/a.jpg": picturesOf("image/png", bytes([0xff, 0xd8, 0xff, 0xe0])),
    "/a.gif": picturesOf("image/png", bytes("GIF89a")),
    "/a.webp": picturesOf("image/png", bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 ")),
    "/a.avif": picturesOf("image/png", bytes([0, 0, 0, 32], "ftypavif")),
    "/a.svg": picturesOf(
      "image/svg+xml",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ),
    "/html-as-png": picturesOf(
      "image/png",
      Buffer.from("<!doctype html><script>alert(1)</script>"),
    ),
    "/mp4": picturesOf("image/avif", bytes([0, 0, 0, 32], "ftypisom")),
    "/wav": picturesOf("image/webp", bytes("RIFF", [1, 2, 3, 4], "WAVEfmt ")),
    "/short": picturesOf("image/png", Buffer.from("GIF")),
    "/empty": picturesOf("image/png", Buffer.alloc(0)),
    "/gzip": page(gzipSync(picture), { "Content-Type": "image/png", "Content-Encoding": "gzip" }),
    "/largest": picturesOf(
      "image/png",
      Buffer.concat([picture, Buffer.alloc(2 * megabyte - picture.length)]),
    ),
    "/declared-too-large": (_request, response) =>
      response.writeHead(200, { "Content-Length": 2 * megabyte + 1 }).flushHeaders(),
    "/endless": (_request, response) => {
      response.writeHead(200, { "Content-Type": "image/png" }).write(picture);
      const more = () =>
        response.writable && response.write(Buffer.alloc(65_536), () => setImmediate(more));
      more();
    },
    "/endless-text": (_request, response) =>
      response.writeHead(200, { "Content-Type": "image/png" }).write("x".repeat(64)),
    "/cut-off": (_request, response) =>
      response.writeHead(200, { "Content-Length": 1_000 }).write(picture, () => response.destroy()),
    "/held": (_request, response) => {
      held.add(response);
      response.on("close", () => held.delete(response));
    },
    "/page": (request, response) => {
      const image = new URL(request.url ?? "", "http://x").searchParams.get("image");
      page(`<meta property="og:image" content="${image}">`)(request, response);
    },
    "/404.png": page(picture, { "Content-Type": "image/png" }, 404),
    "/moved": redirectTo("/a.png"),
    "/loop": redirectTo("/loop"),
    "/to-private": redirectTo(`http://127.0.0.1:${canary.port}/secret.png`),
    "/to-metadata": redirectTo("http://169.254.169.254/latest/meta-data"),
    "/to-file": redirectTo("file:///etc/passwd"),
  });
  env.SCRAPE_ALLOW_HOSTS = destination.host;
});
afterAll(async () => {
  await destination.close();
  await canary.close();
});
beforeEach(() => {
  destination.requests.length = 0;
});

describe("fetching a picture", () => {
  const fetchFrom = (url: string) =>
    inTime((signal) =>
      fetchImage(
        url,
        publicWeb({ BASE_URL: "http://go.example", PORT: 3000 }, new Set([destination.host])),
        signal,
      ),
    );
  const fetchAt = (path: string) => fetchFrom(destination.url + path);

  it.each([
    ["/a.png", "image/png"],
    ["/says-html", "image/png"],
    ["/says-nothing", "image/png"],
    ["/a.jpg", "image/jpeg"],
    ["/a.gif", "image/gif"],
    ["/a.webp", "image/webp"],
    ["/a.avif", "image/avif"],
    ["/largest", "image/png"],
    ["/moved", "image/png"],
  ])("%s is %s by its bytes", async (path, type) => {
    expect((await fetchAt(path)).value?.type).toBe(type);
  });

  it.each([
    ["/a.svg", "not_image"],
    ["/html-as-png", "not_image"],
    ["/mp4", "not_image"],
    ["/wav", "not_image"],
    ["/short", "not_image"],
    ["/empty", "not_image"],
    ["/gzip", "not_image"],
    ["/endless-text", "not_image"],
    ["/declared-too-large", "too_large"],
    ["/endless", "too_large"],
    ["/cut-off", "unreachable"],
    ["/404.png", "status"],
    ["/loop", "too_many_redirects"],
    ["/to-private", "port_not_allowed"],
    ["/to-metadata", "address_not_public"],
    ["/to-file", "url_not_allowed"],
  ])("%s is refused: %s", async (path, code) => {
    expect(inEnglish(await fetchAt(path))).toMatchObject({
      value: null,
      failure: { code, sentence: expect.stringMatching(/^[A-Z].*\.$/) },
    });
    expect(canary.connections()).toBe(0);
  });

  it.each([
    "http://127.0.0.1/a.png",
    "http://[::1]/a.png",
    "http://localhost/a.png",
    "http://go.example:3000/a.png",
  ])("%s is refused", async (url) => {
    expect((await fetchFrom(url)).failure?.code).toMatch(
      /^(?:address_not_public|host_not_found|url_not_allowed)$/,
    );
  });

  it("a server that never answers is given up", async () => {
    expect((await fetchAt("/held")).failure?.code).toBe("timeout");
    await expect.poll(() => held.size).toBe(0);
  });

  it("sends neither cookies nor a referrer", async () => {
    await fetchAt("/a.png");
    expect(Object.keys(destination.requests[0]?.headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
  });
});

describe.each(ways)("the image of a preview in the dashboard, %s", (way) => {
  const service = useService({ way, env });
  let client: DashboardClient;

  beforeAll(async () => {
    client = new DashboardClient(service.server);
    await client.submit("/dashboard/sign-in", owner);
  });

  /** The address that the dialog gets for a page with this image. */
  async function addressOf(image: string): Promise<string> {
    const url = `${destination.url}/page?${new URLSearchParams({ image })}`;
    const { body } = await client.get(`/dashboard/ask/card?${new URLSearchParams({ url })}`);
    return JSON.parse(body).card.image;
  }
  const see = (address: string) =>
    fetch(service.server.url + address, { headers: { Cookie: client.cookieHeader() } });
  const fetchesOf = (path: string) => destination.requests.filter(({ url }) => url === path).length;

  it("is served by this service, as what it is, to be kept by this browser only", async () => {
    const address = await addressOf("/says-html");
    expect(address).toMatch(/^\/dashboard\/preview-image\?/);
    const { status, headers, body } = await client.get(address);
    expect(status).toBe(200);
    expect(body).not.toBe("");
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "private, max-age=3600",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    expect(Buffer.from(await (await see(address)).arrayBuffer())).toEqual(picture);
    expect(fetchesOf("/says-html")).toBe(1);
  });

  it("passes no cookies on, in neither direction", async () => {
    const { cookies } = await client.get(await addressOf("/a.png"));
    expect(cookies).toEqual([]);
    expect(destination.requests.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("needs a session and an address that the service made", async () => {
    const address = await addressOf("/a.png");
    const stranger = await new DashboardClient(service.server).get(address);
    expect([stranger.status, stranger.headers["cache-control"]]).toEqual([
      401,
      "private, no-store",
    ]);
    const given = new URLSearchParams(address.split("?")[1]);
    for (const [name, value] of [
      ["url", `${destination.url}/other.png`],
      ["key", "guessed"],
      ["key", ""],
    ] as const) {
      const forged = new URLSearchParams(given);
      forged.set(name, value);
      expect((await client.get(`/dashboard/preview-image?${forged}`)).status, name).toBe(404);
    }
    expect((await client.get("/dashboard/preview-image")).status).toBe(400);
    expect(
      (await client.send(address, { method: "POST", headers: { Origin: client.origin } })).status,
    ).toBe(405);
    expect(fetchesOf("/other.png")).toBe(0);
  });

  it("has no body if it cannot be shown, and is not fetched again for a while", async () => {
    for (const path of ["/a.svg", "/html-as-png", "/404.png", "/to-private", "/endless"]) {
      const address = await addressOf(path);
      for (let time = 0; time < 2; time++) {
        const { status, headers, body } = await client.get(address);
        expect([status, headers["cache-control"], body], path).toEqual([
          204,
          "private, no-store",
          "",
        ]);
      }
      expect(fetchesOf(path)).toBe(1);
    }
    expect(canary.connections()).toBe(0);
  });

  it("is fetched once for everybody who asks meanwhile", async () => {
    const address = await addressOf("/held");
    const asked = Array.from({ length: 8 }, () => see(address));
    await expect.poll(() => held.size).toBe(1);
    for (const response of held) picturesOf("image/png")(undefined as never, response);
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(
      Array.from({ length: 8 }, () => 200),
    );
    expect(fetchesOf("/held")).toBe(1);
  });

  it("waits in the queue of its host", async () => {
    const addresses: string[] = [];
    // One at a time: an owner's newer preview would end the older.
    for (const number of [1, 2, 3, 4]) addresses.push(await addressOf(`/held?${number}`));
    const asked = addresses.map(see);
    const begun = () => destination.requests.filter(({ url }) => url?.startsWith("/held?")).length;
    for (const expected of [2, 4]) {
      await expect.poll(begun).toBe(expected);
      await sleep(50);
      expect(begun()).toBe(expected);
      for (const response of held) picturesOf("image/png")(undefined as never, response);
    }
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("of a stored preview is on the link's page", async () => {
    const { slug } = await service.api.create({ url: `${destination.url}/page?image=/moved` });
    await fetch(`${service.server.url}/${slug}`, { headers: { "User-Agent": browsers.slack } });
    const { body } = await client.get(`/dashboard/links/${slug}`);
    const [, address = ""] = /<img[^>]+src="(\/dashboard\/preview-image\?[^"]+)"/.exec(body) ?? [];
    const image = await see(address.replaceAll("&amp;", "&"));
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  });
});
