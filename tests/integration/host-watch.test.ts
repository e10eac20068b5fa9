// Run: all
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayMs } from "@/lib/core/day";
import { checkRegistrations, watchHosts } from "@/lib/doctor/host-watch";
import { askHost } from "@/lib/previews/domain-health";
import type { Service } from "@/lib/service/service";
import { startDestination } from "../support/destinations";
import { inEnglish } from "../support/in-english";
import { createOwnService } from "../support/own-service";
import { useService } from "../support/service";

/** What the hosts show instead, once it is set: no name of them leads anywhere. */
let shown: { problem: null; expiresAt: Date; leastDays: number } | null = null;
const ask: typeof askHost = async (own, config) => ({ ...(await askHost(own, config)), ...shown });

const inDays = (days: number) => new Date(Date.now() + (days + 0.5) * dayMs);
let ends = inDays(50);
let status = 200;
const registry = await startDestination({}, (_request, response) => {
  const events = [{ eventAction: "expiration", eventDate: ends.toISOString() }];
  response.writeHead(status).end(JSON.stringify({ events }));
});
afterAll(() => registry.close());

/** Names that resolve nowhere (RFC 2606): of their hosts nothing is known but the registration. */
describe("the watch over the own hosts", () => {
  const service = useService();
  let own: Service;
  beforeAll(() => {
    own = createOwnService(service.databaseUrl, {
      BASE_URL: "https://go.brand.invalid",
      DOMAINS: "l.brand.invalid",
      HOST_WATCH: registry.url,
    });
  });
  afterAll(() => own?.stop());

  const watch = () => watchHosts(new Date(), new AbortController().signal, ask);
  const asked = () => registry.requests.map(({ url }) => url);
  const told = () =>
    service.sql<{ days: number; data: { host: string; kind: string } }>(
      `SELECT ("data" ->> 'days')::int AS "days", "data" FROM "Delivery" WHERE "type" = 'host.expiring' ORDER BY "id"`,
    );
  const aDayLater = () =>
    service.sql(`UPDATE "HostExpiry" SET "checkedAt" = "checkedAt" - interval '25 hours'`);

  it("asks once a day, whichever instance does, and tells of each threshold once", async () => {
    const receiver = {
      name: "watch",
      kind: "webhook",
      url: "https://hooks.example.com/",
      events: ["host.expiring"],
    };
    await service.api.call("POST", "/api/webhooks", receiver);
    await Promise.all([watch(), watch()]);
    await watch();
    expect(asked()).toEqual(["/domain/brand.invalid"]);
    expect((await told()).map(({ days, data }) => [days, data.host, data.kind])).toEqual([
      [50, "brand.invalid", "registration"],
    ]);
    ends = inDays(20);
    await aDayLater();
    await watch();
    expect((await told()).map(({ days }) => days)).toEqual([50, 20]);
    // Renewed, and years later the same again.
    ends = inDays(400);
    await aDayLater();
    await watch();
    ends = inDays(5);
    await aDayLater();
    await watch();
    await watch();
    expect((await told()).map(({ days }) => days)).toEqual([50, 20, 5]);
  });

  it("keeps what it knows while the registry fails, and asks again after four hours", async () => {
    const before = asked().length;
    status = 500;
    await aDayLater();
    await watch();
    await watch();
    expect(asked().length).toBe(before + 1);
    expect(inEnglish(await checkRegistrations(new Date()))).toMatchObject([
      { state: "bad", finding: expect.stringContaining("brand.invalid expires in 5 days") },
    ]);
    await service.sql(`UPDATE "HostExpiry" SET "checkedAt" = "checkedAt" - interval '4 hours'`);
    await watch();
    expect(asked().length).toBe(before + 2);
  });

  it("tells nothing twice after a registry that did not know the domain for a while", async () => {
    const before = (await told()).length;
    for (status of [404, 200]) {
      await aDayLater();
      await watch();
    }
    expect((await told()).length).toBe(before);
  });

  it("tells nothing of hosts that are no longer its own, or whose look-up fails", async () => {
    const before = await told();
    status = 500;
    await service.sql(
      `INSERT INTO "HostExpiry" VALUES ('old.invalid', 'registration', now() + interval '3 days', now()),
         ('old.brand.invalid', 'certificate', now() + interval '3 days', now() - interval '2 days')`,
    );
    await service.sql(`UPDATE "HostExpiry" SET "toldDays" = NULL`);
    await aDayLater();
    await watch();
    expect(await told()).toEqual(before);
  });

  it("tells it at the next look if the message could not be queued", async () => {
    const before = (await told()).length;
    [status, ends] = [200, inDays(4)];
    await service.sql(`ALTER TABLE "Delivery" ADD CONSTRAINT "no" CHECK (false) NOT VALID`);
    await aDayLater();
    await watch();
    await service.sql(`ALTER TABLE "Delivery" DROP CONSTRAINT "no"`);
    await service.sql(`UPDATE "HostExpiry" SET "checkedAt" = "checkedAt" - interval '4 hours'`);
    await watch();
    expect((await told()).slice(before).map(({ days }) => days)).toEqual([4]);
  });

  it("tells once of the certificate of each host that should have been renewed", async () => {
    const before = (await told()).length;
    const heard = async () =>
      (await told()).slice(before).map(({ days, data }) => [days, data.host, data.kind]);
    const showFor = async (expiresAt: Date) => {
      shown = { problem: null, expiresAt, leastDays: 14 };
      await aDayLater();
      await watch();
    };
    await showFor(inDays(20));
    expect(await heard()).toEqual([]);
    const at = inDays(13);
    for (let day = 0; day < 2; day++) await showFor(at);
    const both = [
      [13, "go.brand.invalid", "certificate"],
      [13, "l.brand.invalid", "certificate"],
    ];
    expect(await heard()).toEqual(both);
    // Renewed, and it comes near its end again.
    await showFor(inDays(80));
    await showFor(inDays(10));
    expect((await heard()).slice(both.length)).toEqual(both.map(([, ...of]) => [10, ...of]));
  });
});

describe("the health check of a host behind a name", () => {
  const service = useService();

  it("proves itself at BASE_URL, where no link has the slug, and only if it is asked", async () => {
    const path = `/${"x".repeat(40)}`;
    const ask = (headers = {}) => fetch(service.server.url + path, { headers });
    expect((await ask()).status).toBe(404);
    const proof = await ask({ "X-Slugline-Check": "1" });
    expect([proof.status, (await proof.text()).length]).toEqual([200, 43]);
  });
});
