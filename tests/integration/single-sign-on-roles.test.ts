// Run: all
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startProvider, type TestProvider } from "../support/oidc-provider";
import { ownerCommand, printedPath } from "../support/owner-command";
import { useService } from "../support/service";
import {
  callbackPath,
  newBrowser,
  oidcVariables,
  sentenceAt,
  signInAt,
} from "../support/single-sign-on";

/** Groups decide, and there are no passwords. */
const env: Record<string, string> = {
  OWNER_EMAIL: "mara@example.com",
  OWNER_PASSWORD: "correct horse battery",
  RATE_LIMITS: "off",
  PASSWORD_SIGN_IN: "off",
  OIDC_ALLOWED: "@example.com, guest@example.org, group:staff",
  OIDC_OWNER_GROUP: "admins",
  OIDC_EDITOR_GROUP: "writers",
  OIDC_READER_GROUP: "everybody",
};
let provider: TestProvider;

beforeAll(async () => {
  const port = await getPort({ host: "127.0.0.1" });
  provider = await startProvider(`http://localhost:${port}${callbackPath}`);
  Object.assign(env, oidcVariables(provider), { PORT: String(port) });
});
afterAll(() => provider.stop());

const service = useService({ env });
const home = "/dashboard/overview";
const client = () => newBrowser(service.server);
const roleOf = async (email: string) =>
  (await service.sql<{ role: string }>(`SELECT "role" FROM "Owner" WHERE "email" = $1`, [email]))[0]
    ?.role;

/** What a sign-in in these groups leads to, and the role afterwards. */
async function arrive(person: string, groups: unknown, email = `${person}@example.com`) {
  provider.people[person] = { email, email_verified: true, name: person, groups };
  const browser = client();
  const location = await signInAt(provider, browser, person);
  const outcome = location === home ? home : await sentenceAt(browser, location);
  return [outcome, await roleOf(email)];
}

describe("groups at the provider", () => {
  it("give a role at each sign-in, and lower it when they are taken away", async () => {
    expect(await arrive("mara", ["admins"])).toEqual([home, "owner"]);
    expect(await arrive("kim", ["other", "writers", "everybody"])).toEqual([home, "editor"]);
    expect(await arrive("kim", ["writers", "admins"])).toEqual([home, "owner"]);
    expect(await arrive("kim", "everybody")).toEqual([home, "reader"]);
    expect(await arrive("kim", ["admins"])).toEqual([home, "owner"]);
    const none = expect.stringMatching(/not allowed.* None of your groups at Acme ID/);
    expect(await arrive("kim", [])).toEqual([none, "reader"]);
    expect(await arrive("new", undefined)).toEqual([none, undefined]);
  });

  it("never take the last owner away", async () => {
    expect(await arrive("mara", ["everybody"])).toEqual([home, "owner"]);
    expect(await arrive("mara", [])).toEqual([
      expect.stringMatching(/None of your groups/),
      "owner",
    ]);
  });

  it("end the second factor, too, when they raise a role", async () => {
    await arrive("lea", ["writers"]);
    await service.sql(
      `INSERT INTO "AuthenticatorApp" ("ownerId", "secret", "lastStep", "createdAt")
       SELECT "id", 'sealed', 0, now() FROM "Owner" WHERE "email" = 'lea@example.com'`,
    );
    expect(await arrive("lea", ["writers"])).toEqual([home, "editor"]);
    expect(await service.sql(`SELECT 1 FROM "AuthenticatorApp"`)).toHaveLength(1);
    expect(await arrive("lea", ["admins"])).toEqual([home, "owner"]);
    expect(await service.sql(`SELECT 1 FROM "AuthenticatorApp"`)).toEqual([]);
    await arrive("lea", ["everybody"]);
  });

  it("of two owners who lose theirs at the same time, one stays", async () => {
    await arrive("kim", ["admins"]);
    await arrive("ana", ["admins"]);
    await arrive("mara", ["everybody"]);
    for (const person of ["kim", "ana"]) {
      const claims = provider.people[person];
      if (claims) claims.groups = ["everybody"];
    }
    const browsers = await Promise.all(
      ["kim", "ana"].map(async (person) => {
        provider.person = person;
        const browser = client();
        const { location = "" } = await browser.get("/dashboard/sign-in/oidc");
        return { browser, callback: await provider.walk(location) };
      }),
    );
    await Promise.all(
      browsers.map(({ browser, callback }) => browser.get(callback.pathname + callback.search)),
    );
    const owners = await service.sql(`SELECT "id" FROM "Owner" WHERE "role" = 'owner'`);
    expect(owners).toHaveLength(1);
  });
});

it("OIDC_ALLOWED lists emails, domains and groups", async () => {
  const everybody = ["everybody"];
  expect(await arrive("guest", everybody, "guest@example.org")).toEqual([home, "reader"]);
  expect(await arrive("temp", ["everybody", "staff"], "temp@example.net")).toEqual([
    home,
    "reader",
  ]);
  const refused = [expect.stringMatching(/not allowed/), undefined];
  expect(await arrive("other", everybody, "other@example.org")).toEqual(refused);
  expect(await arrive("sub", everybody, "sub@mail.example.com")).toEqual(refused);
  expect(await arrive("fake", everybody, "fake@notexample.com")).toEqual(refused);
  // Whoever is no longer listed is refused, although linked, and loses what a group gave.
  expect(await arrive("temp", ["admins", "staff"], "temp@example.net")).toEqual([home, "owner"]);
  expect(await arrive("temp", ["admins"], "temp@example.net")).toEqual([refused[0], "reader"]);
});

it("whoever took somebody's email before them keeps no way in", async () => {
  await service.sql(
    `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt")
     VALUES ('early', 'Early', 'boss@example.com', 'reader', now(), now())`,
  );
  await service.sql(
    `INSERT INTO "OwnerAccount" ("id", "ownerId", "providerId", "accountId", "password", "createdAt", "updatedAt")
     VALUES ('early', 'early', 'credential', 'early', 'x', now(), now())`,
  );
  for (const [table, columns, values] of [
    ["ApiToken", `"name", "hash", "prefix", "lastFour", "canWrite"`, `'t', 'x', 'x', 'x', true`],
    [
      "Share",
      `"hash", "campaign", "cards", "days", "csv"`,
      `sha256('x'), 'c', '{totals}', 30, false`,
    ],
    [
      "Receiver",
      `"name", "kind", "url", "events", "secret", "updatedAt"`,
      `'r', 'webhook', 'https://example.com/', '{}', 's', now()`,
    ],
    ["SavedView", `"name", "key", "query", "updatedAt"`, `'v', 'v', '{}', now()`],
  ] as const)
    await service.sql(
      `INSERT INTO "${table}" ("id", "ownerId", "createdAt", ${columns})
       VALUES (gen_random_uuid(), 'early', now(), ${values})`,
    );
  await service.sql(
    `INSERT INTO "OwnerInvite" ("hash", "role", "invitedById", "createdAt", "expiresAt")
     VALUES (sha256('early'), 'reader', 'early', now(), now() + interval '1 day')`,
  );
  expect(await arrive("boss", ["everybody"])).toEqual([home, "reader"]);
  const alive = await service.sql<{ what: string }>(
    `SELECT 'token' AS "what" FROM "ApiToken" WHERE "ownerId" = 'early' AND "revokedAt" IS NULL
     UNION ALL SELECT 'share' FROM "Share" WHERE "ownerId" = 'early'
     UNION ALL SELECT 'receiver' FROM "Receiver" WHERE "ownerId" = 'early' AND "enabled"
     UNION ALL SELECT 'view' FROM "SavedView" WHERE "ownerId" = 'early'
     UNION ALL SELECT 'invitation' FROM "OwnerInvite" WHERE "invitedById" = 'early'`,
  );
  expect(alive).toEqual([]);
  const left = await service.sql(
    `SELECT "providerId" FROM "OwnerAccount" WHERE "ownerId" = 'early' AND "providerId" = 'credential'`,
  );
  expect(left).toEqual([]);
  const noted = await service.sql<{ event: string }>(
    `SELECT "event" FROM "AuditEvent" WHERE "aboutId" = 'owner:early' OR "byId" = 'owner:early' ORDER BY "id"`,
  );
  expect(noted.map(({ event }) => event)).toEqual([
    "sign-on-connected",
    "access-ended",
    "access-ended",
    "signed-in",
  ]);
});

describe("PASSWORD_SIGN_IN=off", () => {
  it("shows no password form, and accepts none", async () => {
    const browser = client();
    const { body } = await browser.get("/dashboard/sign-in");
    expect(body).toContain("Sign in with Acme ID");
    expect(body).not.toContain('name="password"');
    const sent = { email: env.OWNER_EMAIL ?? "", password: env.OWNER_PASSWORD ?? "" };
    const refused = await browser.callFormAction("/dashboard/sign-in", "submitSignIn", sent);
    expect(refused.text).toContain("Passwords are off on this server. Use Acme ID.");
    const passkey = await browser.callAction("/dashboard/sign-in", "askPasskey", ["sign-in"]);
    expect(passkey.text).toContain("Passwords are off on this server. Use Acme ID.");
    expect(browser.cookieNames()).toEqual([]);
  });

  it("still lets somebody in by `owner reset`, which says what it allows", async () => {
    const made = await ownerCommand(["reset", "temp@example.net"], {
      ...env,
      DATABASE_URL: service.databaseUrl,
    });
    expect(made.out).toMatch(/signs that browser in .*PASSWORD_SIGN_IN is off.*only Acme ID/s);
    const browser = client();
    const path = printedPath(made);
    expect((await browser.get(path)).text).toContain("This browser is signed in at once.");
    expect((await browser.submit(path, { password: "another long password" })).location).toBe(home);
    const { text } = await browser.get("/dashboard/settings/sessions");
    expect(text).not.toContain("Change password");
    // More access than that password had ends it, and the session that it opened.
    expect(await arrive("temp", ["admins", "staff"], "temp@example.net")).toEqual([home, "owner"]);
    expect((await browser.get(home)).location).toMatch(/sign-in/);
    const rows = await service.sql(
      `SELECT a."id" FROM "OwnerAccount" a JOIN "Owner" o ON o."id" = a."ownerId"
       WHERE o."email" = 'temp@example.net' AND a."providerId" = 'credential'`,
    );
    expect(rows).toEqual([]);
  });
});
