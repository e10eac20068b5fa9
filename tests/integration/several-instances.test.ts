import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Api } from "../support/api";
import { Balancer } from "../support/balancer";
import { DashboardClient } from "../support/dashboard";
import { startServer, type TestServer } from "../support/server";
import { useService } from "../support/service";
import { visit } from "../support/visitor";

/** Three instances behind one address are one service: no visitor, owner or script needs to reach the same one twice. */
const owner = { email: "mara@example.com", password: "correct horse battery" };
const env = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password };
const first = useService({ env });
const others: TestServer[] = [];
const balancer = new Balancer(() => [first.server, ...others].map(({ url }) => url));
let url = "";

beforeAll(async () => {
  url = await balancer.start();
  for (let made = 0; made < 2; made++) others.push(await startServer(first.databaseUrl, { env }));
});
afterAll(async () => {
  await balancer.stop();
  for (const server of others) await server.stop();
});

let next = 0;
const client = () => new DashboardClient({ url }, `198.51.100.${++next}`);
/** In turn on each instance. */
const statuses = async (who: DashboardClient, path: string) =>
  [await who.get(path), await who.get(path), await who.get(path)].map(({ status }) => status);
const tokens = "/dashboard/settings/tokens";

describe("a session", () => {
  it("that one instance began holds on all, until another ends it", async () => {
    const who = client();
    expect((await who.submit("/dashboard/sign-in", owner)).status).toBe(303);
    expect(await statuses(who, tokens)).toEqual([200, 200, 200]);
    const copy = client();
    copy.copy("slugline.session", who);
    expect(await statuses(copy, tokens)).toEqual([200, 200, 200]);
    // The form comes from one instance, and its action runs on the next.
    const form = await who.hiddenFields("/dashboard/settings/sessions", "$ACTION_KEY");
    expect((await who.sendForm("/dashboard/settings/sessions", form)).status).toBe(303);
    expect(await statuses(copy, tokens)).toEqual([307, 307, 307]);
  });

  it("is refused on all instances after too many guesses on any", async () => {
    const who = client();
    const answers = [];
    for (let guess = 0; guess < 15; guess++)
      answers.push(await who.submit("/dashboard/sign-in", { email: "other@example.com", password: `guess number ${guess}` }));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(answers.filter(({ body }) => body.includes("Incorrect email or password.")).length).toBeLessThanOrEqual(10);
  });
});

describe("links", () => {
  it("are read where they were not written, and each click is counted once by whichever instance aggregates", async () => {
    const api = new Api({ url, token: first.server.token });
    const { slug } = await api.create({ slug: "shared", url: "https://example.com/before" });
    expect((await api.patch(slug, { url: "https://example.com/after" })).status).toBe(200);
    expect((await api.get(slug)).url).toBe("https://example.com/after");
    await sleep(1_000);
    const answers = await Promise.all(Array.from({ length: 300 }, () => visit({ url }, `/${slug}?utm_campaign=shared`)));
    expect(new Set(answers.map(({ headers }) => headers.location))).toEqual(new Set(["https://example.com/after"]));
    const pending = async () => (await first.sql<{ n: number }>(`SELECT count(*)::int AS n FROM "ClickBatch"`))[0]?.n;
    await expect.poll(pending, { timeout: 20_000 }).toBe(0);
    const [stored] =
      await first.sql(`SELECT "clickCount"::int AS clicks, (SELECT sum("clicks")::int FROM "LinkDay" d WHERE d."linkId" = c."linkId") AS days
      FROM "LinkCounter" c JOIN "Link" l ON l."id" = c."linkId" WHERE l."slug" = 'shared'`);
    expect(stored).toEqual({ clicks: 300, days: 300 });
  });

  it("go on being counted when the instances that may aggregate die", async () => {
    const api = new Api({ url: others[1]?.url ?? "", token: first.server.token });
    const { slug } = await api.create({ slug: "outlives" });
    await others[0]?.stop("SIGKILL");
    await first.server.stop("SIGKILL");
    const [, last] = others;
    if (!last) throw new Error("the third instance was not started");
    for (let sent = 0; sent < 20; sent++) expect((await visit(last, `/${slug}`)).status).toBe(302);
    const counted = async () =>
      (
        await first.sql<{ n: number }>(
          `SELECT "clickCount"::int AS n FROM "LinkCounter" c JOIN "Link" l ON l."id" = c."linkId" WHERE l."slug" = 'outlives'`,
        )
      )[0]?.n;
    await expect.poll(counted, { timeout: 20_000 }).toBe(20);
  });
});
