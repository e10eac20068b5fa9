// Run: all
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { access, type Role, roles } from "@/lib/core/access";
import { DashboardClient } from "../support/dashboard";
import { type Destination, startDestination } from "../support/destinations";
import { appCode, secondStep, setUpApp } from "../support/second-factor";
import { useService } from "../support/service";

/**
 * Promise: nothing that anyone requests makes this server open a connection of its own. Canaries
 * listen where the links of this file lead, and answer as a page of Next does. The control follows
 * such a link.
 */
const password = "correct horse battery";
const service = useService({
  env: { OWNER_EMAIL: "owner@example.com", OWNER_PASSWORD: password, RATE_LIMITS: "off" },
});
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const signInPage = "/dashboard/sign-in";
const flight = "0:what only this network may read";
const canaries: Destination[] = [];
const people = {} as Record<Role, DashboardClient>;

let next = 0;
const client = () => new DashboardClient(service.server, `198.51.100.${++next}`);
const seen = () =>
  canaries.flatMap(({ requests }) => requests.map(({ url, headers }) => ({ url, headers })));
const given = (role: Role) => ({ email: `${role}@example.com`, password });

async function startCanaries(): Promise<void> {
  for (const address of ["127.0.0.1", "127.0.0.2", "127.77.0.1"])
    canaries.push(
      await startDestination(
        {},
        (_request, response) =>
          response.writeHead(200, { "Content-Type": "text/x-component" }).end(flight),
        { address, port: 0 },
      ),
    );
}

beforeAll(async () => {
  await startCanaries();
  const [first, second, third] = canaries.map(({ url }) => `${url}/inner`);
  await service.api.create({ slug: "inward", url: first, expiredUrl: second });
  await service.api.create({ slug: "late", url: second, expiresAt: "2020-01-01" });
  await service.sql(`UPDATE "Link" SET "expiredUrl" = $1 WHERE "slug" = 'late'`, [third]);
  people.owner = client();
  await people.owner.submit(signInPage, given("owner"));
  for (const role of ["editor", "reader"] as const) {
    const { body } = await people.owner.callAction("/dashboard/settings/people", "invite", [role]);
    people[role] = client();
    const path = /\/dashboard\/invite\/[\w-]+/.exec(body)?.[0] ?? body;
    await people[role].submit(path, { email: `${role}@example.com`, name: "", password });
  }
});
afterAll(() => Promise.all(canaries.map(({ close }) => close())));
beforeEach(() => {
  for (const { requests } of canaries) requests.length = 0;
});

const outward = [
  "/dashboard/../inward",
  "/dashboard/%2e%2e/inward",
  "/dashboard/x/.%2E/../inward?utm_source=a",
  "/dashboard/../late",
  "/dashboard/links/inward/test",
  "/dashboard/links/inward/%2e/test/",
  "/dashboard/x/..%2f../inward",
  "/dashboard\\..\\inward",
  "/inward",
  "//127.0.0.1/inward",
];

it("a canary notices who follows a link (control)", async () => {
  for (const slug of ["inward", "late"])
    expect(await (await fetch(`${service.server.url}/${slug}`)).text()).toContain(
      slug === "inward" ? flight : "",
    );
  expect(seen().length).toBeGreaterThan(0);
});

it.each(roles)("a sign-in of the role %s leads to nothing but a page", async (role) => {
  for (const wanted of outward) {
    const fields = { ...given(role), next: wanted };
    const scripted = await client().callFormAction(signInPage, "submitSignIn", fields);
    expect([wanted, scripted.headers["x-action-redirect"]]).toEqual([
      wanted,
      "/dashboard/overview;push",
    ]);
    expect(scripted.body).not.toContain(flight);
    const plain = await client().submit(signInPage, fields);
    expect([wanted, plain.location]).toEqual([wanted, "/dashboard/overview"]);
  }
  expect(seen()).toEqual([]);
});

it("neither does the second step, nor the page of somebody who is signed in", async () => {
  const owner = client();
  await owner.submit(signInPage, given("owner"));
  await setUpApp(owner, password, secret);
  for (const wanted of outward) {
    await service.sql(`UPDATE "AuthenticatorApp" SET "lastStep" = 0`);
    await service.sql(`DELETE FROM "GuessLimit"`);
    const who = client();
    const query = new URLSearchParams({ next: wanted });
    const half = await who.submit(`${signInPage}?${query}`, given("owner"));
    expect(half.location).toBe(`${secondStep}?next=%2Fdashboard%2Foverview`);
    const { headers } = await who.callFormAction(secondStep, "submitSecondStep", {
      code: appCode(secret),
      next: wanted,
    });
    expect(headers["x-action-redirect"]).toBe("/dashboard/overview;push");
    expect((await who.get(`${signInPage}?${query}`)).location).toBe("/dashboard/overview");
  }
  await service.sql(`DELETE FROM "AuthenticatorApp"`);
  expect(seen()).toEqual([]);
});

/** Headers by which Next could take another host, or another request, for its own. */
function foreignHeaders({ host }: Destination): Record<string, string>[] {
  return [
    { Host: host },
    { "X-Forwarded-Host": host, "X-Forwarded-Proto": "https" },
    { Origin: `http://${host}`, Host: host },
    { Forwarded: `host=${host};proto=https` },
    { "Next-Action": "0".repeat(42), Host: host },
    { "X-Middleware-Rewrite": `http://${host}/inner` },
    { "X-Action-Redirect": `http://${host}/inner;push`, "Next-Url": `http://${host}/inner` },
    { "X-Return-Path": `http://${host}/inner`, RSC: "1", "Next-Router-Prefetch": "1" },
  ];
}

const filled = (path: string) => path.replace("[slug]", "inward").replaceAll(/\[+[^\]]+\]+/g, "x");

it.each([...roles, "nobody"] as const)("no page or route that %s asks for does", async (role) => {
  const who = role === "nobody" ? client() : people[role];
  const [canary] = canaries as [Destination];
  const inner = `http://${canary.host}/inner`;
  const paths = [...Object.keys(access.pages), ...Object.keys(access.routes)].map(filled);
  for (const path of [
    ...paths,
    "/dashboard/../inward",
    `/_next/image?url=${encodeURIComponent(inner)}&w=640&q=75`,
    `/dashboard/preview-image?url=${encodeURIComponent(inner)}`,
    inner,
  ]) {
    await who.get(path, { RSC: "1" });
    await who.get(`${path}${path.includes("?") ? "&" : "?"}url=${encodeURIComponent(inner)}`);
  }
  for (const headers of foreignHeaders(canary)) {
    for (const path of [signInPage, "/dashboard/overview", "/dashboard/links/inward", "/inward"]) {
      for (const method of ["GET", "POST"]) {
        const { location = "" } = await who.send(path, { method, headers });
        expect([path, location.includes(canary.host) && path !== "/inward"]).toEqual([path, false]);
      }
    }
    await who.callAction("/dashboard/links", "pickLanguage", ["de"]);
  }
  expect(seen()).toEqual([]);
});
