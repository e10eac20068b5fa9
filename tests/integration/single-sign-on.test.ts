// Run: all
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DashboardClient } from "../support/dashboard";
import { startProvider, type TestProvider } from "../support/oidc-provider";
import { ownerCommand, printedPath } from "../support/owner-command";
import { useService } from "../support/service";
import {
  attemptCookies,
  begin,
  callbackPath,
  newBrowser,
  oidcVariables,
  sentenceAt,
  signInAt,
} from "../support/single-sign-on";

const password = "correct horse battery";
const env: Record<string, string> = {
  OWNER_EMAIL: "mara@example.com",
  OWNER_PASSWORD: password,
  RATE_LIMITS: "off",
};
let provider: TestProvider;

/** Both must know where the other one is before they start. */
beforeAll(async () => {
  const port = await getPort({ host: "127.0.0.1" });
  provider = await startProvider(`http://localhost:${port}${callbackPath}`);
  Object.assign(env, oidcVariables(provider), { PORT: String(port) });
});
afterAll(() => provider.stop());

const service = useService({ env });
const home = "/dashboard/overview";
const client = () => newBrowser(service.server);
const rowOf = async (email: string) =>
  (
    await service.sql<{ id: string; role: string; name: string }>(
      `SELECT "id", "role", "name" FROM "Owner" WHERE "email" = $1`,
      [email],
    )
  )[0];
const operator = () => ({ ...env, DATABASE_URL: service.databaseUrl });

function know(person: string, claims: Record<string, unknown> = {}): string {
  const email = `${person}@example.com`;
  provider.people[person] = { email, email_verified: true, name: person, ...claims };
  return email;
}

async function refusalOf(person: string, browser = client()): Promise<string> {
  const location = await signInAt(provider, browser, person);
  expect(location).toMatch(/^\/dashboard\/sign-in\?reason=/);
  return sentenceAt(browser, location);
}

describe("somebody who is here", () => {
  it("signs in by the verified email once, and by issuer and subject ever after", async () => {
    know("mara");
    const browser = client();
    expect((await browser.get("/dashboard/sign-in")).text).toContain("Sign in with Acme ID");
    expect(await signInAt(provider, browser, "mara", "?next=/dashboard/links")).toBe(
      "/dashboard/links",
    );
    expect((await browser.get("/dashboard/settings/people")).text).toContain("Acme ID");
    expect(attemptCookies(browser)).toEqual([]);
    // The email is another one now, and belongs to somebody else.
    know("mara", { email: "new@example.com" });
    expect(await signInAt(provider, client(), "mara")).toBe(home);
    expect(await rowOf("new@example.com")).toBeUndefined();
    provider.people.thief = { email: "mara@example.com", email_verified: true };
    expect(await refusalOf("thief")).toMatch(/another account of Acme ID/);
  });

  it("keeps no token of the provider", async () => {
    const rows = await service.sql<{ accountId: string; password: string | null }>(
      `SELECT * FROM "OwnerAccount" WHERE "providerId" LIKE 'oidc:%'`,
    );
    expect(rows).toEqual([
      {
        id: expect.any(String),
        providerId: `oidc:${provider.issuer}`,
        accountId: "mara",
        ownerId: (await rowOf("mara@example.com"))?.id,
        password: null,
        provedSettings: null,
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      },
    ]);
  });

  it("is found again by email once an owner disconnected them", async () => {
    const owner = client();
    await owner.submit("/dashboard/sign-in", { email: "mara@example.com", password });
    const people = "/dashboard/settings/people";
    await owner.callAction(people, "disconnect", [(await rowOf("mara@example.com"))?.id]);
    know("mara2", { email: "mara@example.com" });
    expect(await signInAt(provider, client(), "mara2")).toBe(home);
    const noted = await service.sql<{ event: string; name: string }>(
      `SELECT "event", coalesce("about", "by") AS "name" FROM "AuditEvent" WHERE "event" LIKE 'sign-on-%' ORDER BY "id"`,
    );
    const name = "mara (mara@example.com)";
    expect(noted).toEqual([
      { event: "sign-on-connected", name },
      { event: "sign-on-disconnected", name },
      { event: "sign-on-connected", name },
    ]);
  });
});

describe("somebody who is new", () => {
  it("is not allowed unless invited", async () => {
    know("stranger");
    expect(await refusalOf("stranger")).toMatch(/not allowed/);
    expect(await rowOf("stranger@example.com")).toBeUndefined();
  });

  it("is not allowed with an email that is not verified", async () => {
    for (const verified of [false, undefined, "no", 0]) {
      know("eve", { email: "mara@example.com", email_verified: verified });
      expect(await refusalOf("eve")).toMatch(/not verified/);
    }
    know("eve", { email: undefined });
    expect(await refusalOf("eve")).toMatch(/did not send your email address/);
  });

  it("has the role of an invitation for their email", async () => {
    const email = know("erin");
    const made = await ownerCommand(["add", email, "--role", "editor"], operator());
    expect(made.code).toBe(0);
    expect(await signInAt(provider, client(), "erin")).toBe(home);
    expect(await rowOf(email)).toMatchObject({ role: "editor", name: "erin" });
    expect((await client().get(printedPath(made))).text).toContain("already used");
  });

  it("accepts an invitation by its link, once, unless it is for another email", async () => {
    const made = await ownerCommand(["add", "ray@example.org", "--role", "reader"], operator());
    const path = printedPath(made);
    const browser = client();
    expect((await browser.get(path)).text).toContain("Sign in with Acme ID");
    const secret = path.split("/").at(-1);
    const email = know("ray");
    const refused = await signInAt(provider, browser, "ray", `?invite=${secret}`);
    expect(await sentenceAt(browser, refused)).toMatch(/for another email address than yours at/);
    // Like one that is made for anyone with the link.
    await service.sql(`UPDATE "OwnerInvite" SET "email" = NULL WHERE "email" = 'ray@example.org'`);
    expect(await signInAt(provider, browser, "ray", `?invite=${secret}`)).toBe(home);
    expect(await rowOf(email)).toMatchObject({ role: "reader" });
    know("other");
    const late = client();
    const location = await signInAt(provider, late, "other", `?invite=${secret}`);
    expect(await sentenceAt(late, location)).toMatch(/expired, was already used/);
  });
});

describe("the way back", () => {
  const finish = async (browser: DashboardClient, callback: URL) =>
    (await browser.get(callback.pathname + callback.search)).location ?? "";

  it("belongs to the browser, the state and the code that it began with", async () => {
    provider.person = "mara2";
    const browser = client();
    const callback = await provider.walk(await begin(browser));
    const stranger = client();
    expect(await sentenceAt(stranger, await finish(stranger, callback))).toMatch(/another browser/);
    const other = new URL(callback);
    other.searchParams.set("state", "x".repeat(43));
    const wrong = client();
    for (const cookie of attemptCookies(browser)) wrong.copy(cookie, browser);
    expect(await sentenceAt(wrong, await finish(wrong, other))).toMatch(/another browser/);
    const twin = client();
    for (const cookie of attemptCookies(browser)) twin.copy(cookie, browser);
    expect(await finish(browser, callback)).toBe(home);
    // The cookie is gone, and a state comes back once, whatever the provider accepts.
    const exchanged = provider.asked.length;
    expect(await finish(browser, callback)).toMatch(/reason=browser/);
    expect(await sentenceAt(twin, await finish(twin, callback))).toMatch(/already used/);
    expect(provider.asked.length).toBe(exchanged);
    expect(service.server.output()).toContain("its state came back before");
  });

  it("is there for each of several tabs, in any order, and for the latest of many", async () => {
    provider.person = "mara2";
    const browser = client();
    const first = await begin(browser, "?next=/dashboard/links");
    const second = await begin(browser, "?next=/dashboard/statistics");
    const left = await provider.walk(await begin(browser));
    left.searchParams.set("state", "x".repeat(43));
    expect(await finish(browser, left)).toMatch(/reason=browser/);
    expect(await finish(browser, await provider.walk(second))).toBe("/dashboard/statistics");
    expect(await finish(browser, await provider.walk(first))).toBe("/dashboard/links");
    for (let tabs = 0; tabs < 8; tabs++) await begin(browser);
    expect(attemptCookies(browser)).toHaveLength(6);
    expect(await finish(browser, await provider.walk(await begin(browser)))).toBe(home);
  });

  it("leads to no other site", async () => {
    const nowhere = ["https://evil.example/", "//evil.example", "/dashboard/sign-in/oidc"];
    for (const next of [...nowhere, "/dashboard/../known", "/dashboard/%2e%2e/known"])
      expect(await signInAt(provider, client(), "mara2", `?next=${encodeURIComponent(next)}`)).toBe(
        home,
      );
  });

  it("says that the person cancelled", async () => {
    expect(await refusalOf("nobody")).toMatch(/canceled/);
  });
});

it("a provider that is down stops nobody who has a password", async () => {
  provider.fault = "error";
  const browser = client();
  expect(await sentenceAt(browser, await begin(browser))).toMatch(/^Acme ID cannot be reached/);
  const signedIn = await browser.submit("/dashboard/sign-in", {
    email: "mara@example.com",
    password,
  });
  expect(signedIn.location).toBe(home);
  provider.fault = null;
  expect(service.server.output()).toMatch(/"reason":"unreachable"/);
  expect(service.server.output()).not.toContain("mara@example.com");
});
