// Run: all
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DashboardClient, owner, ownerEnv } from "../support/dashboard";
import {
  type Canary,
  type Destination,
  page,
  startCanary,
  startDestination,
} from "../support/destinations";
import { png } from "../support/pictures";
import { useService } from "../support/service";
import { browsers } from "../support/visitor";

const env = { SCRAPE_ALLOW_HOSTS: "", ...ownerEnv };
const picture = png(32, 32);
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';

/** Each is a host of its own. */
const destinations: Destination[] = [];
let canary: Canary;
const pageWith = (href: string) => page(`<link rel="icon" href="${href}"><title>T</title>`);

beforeAll(async () => {
  canary = await startCanary(["127.0.0.1"]);
  for (let count = 0; count < 4; count++)
    destinations.push(
      await startDestination({
        "/png": pageWith("/i.png"),
        "/i.png": page(picture, { "Content-Type": "text/html", "Set-Cookie": "theirs=1" }),
        "/svg": pageWith("/i.svg"),
        "/i.svg": page(svg, { "Content-Type": "image/svg+xml" }),
        "/private": pageWith(`http://127.0.0.1:${canary.port}/i.png`),
        "/none": page("<title>T</title>"),
      }),
    );
  env.SCRAPE_ALLOW_HOSTS = destinations.map(({ host }) => host).join(",");
});
afterAll(async () => {
  for (const destination of destinations) await destination.close();
  await canary.close();
});
beforeEach(() => {
  for (const destination of destinations) destination.requests.length = 0;
});

describe("the icon of a host", () => {
  const service = useService({ env });
  let client: DashboardClient;
  beforeAll(async () => {
    client = new DashboardClient(service.server);
    await client.submit("/dashboard/sign-in", owner);
  });
  const iconOf = async (url: string): Promise<string | null> => {
    const { body } = await client.get(`/dashboard/ask/card?${new URLSearchParams({ url })}`);
    return JSON.parse(body).icon;
  };
  const see = (address: string | null) =>
    fetch(service.server.url + address, { headers: { Cookie: client.cookieHeader() } });

  it("is read once, and served as what its bytes are", async () => {
    const [one] = destinations;
    const { slug } = await service.api.create({ url: `${one?.url}/png?list` });
    expect((await see(await iconOf(`${one?.url}/png`))).status).toBe(200);
    const address = await iconOf(`${one?.url}/png`);
    expect(address).toMatch(/v=[0-9a-f]{12}$/);
    const answer = await see(address);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=604800",
    });
    expect(answer.headers.get("set-cookie")).toBeNull();
    // Another version, or the address while it was read, would show an old icon for a week.
    for (const version of ["new", "0123456789ab"]) {
      const other = await see(`/dashboard/icon?host=${one?.host}&v=${version}`);
      expect(other.headers.get("cache-control")).toBe("private, max-age=0");
    }
    expect(one?.requests.filter(({ url }) => url === "/i.png").length).toBe(1);
    // The list has it at once, and a visitor's page never.
    const { body } = await client.get("/dashboard/links");
    expect(body).toContain(`<img src="/dashboard/icon?host=`);
    const visit = await fetch(`${service.server.url}/${slug}`, {
      headers: { "User-Agent": browsers.slack },
    });
    expect(await visit.text()).not.toContain("dashboard/icon");
  });

  it("is for people who are signed in", async () => {
    const stranger = new DashboardClient(service.server);
    expect((await stranger.get("/dashboard/icon?host=example.com")).status).toBe(401);
    expect((await client.get("/dashboard/icon?host=example.com")).status).toBe(204);
    expect((await client.get("/dashboard/icon")).status).toBe(400);
  });

  it("is cleaned if it is an SVG, comes from no private address, and may be none", async () => {
    const [, two, three, four] = destinations;
    const cleaned = await see(await iconOf(`${two?.url}/svg`));
    expect(cleaned.headers.get("content-type")).toBe("image/svg+xml");
    expect(await cleaned.text()).not.toMatch(/script|onload/);
    expect((await see(await iconOf(`${three?.url}/private`))).status).toBe(204);
    expect(canary.connections()).toBe(0);
    for (const _ of [1, 2]) {
      const address = await iconOf(`${four?.url}/none`);
      if (address) expect((await see(address)).status).toBe(204);
    }
    expect(four?.requests.map(({ url }) => url).sort()).toEqual(["/favicon.ico", "/none", "/none"]);
    const rows = await service.sql<{ host: string }>(
      `SELECT "host" FROM "HostIcon" WHERE "type" IS NULL`,
    );
    expect(rows.map(({ host }) => host).sort()).toEqual([three?.host, four?.host].sort());
  });
});
