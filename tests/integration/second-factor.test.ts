// Run: all
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { DashboardClient, owner, ownerEnv, type PageAnswer } from "../support/dashboard";
import { createDatabase, databaseUrl, dropDatabase } from "../support/databases";
import { databaseCommand, ownerCommand, printedPath } from "../support/owner-command";
import { isFullRun } from "../support/run";
import { appCode, recoveryCodesIn, secondStep, setUpApp } from "../support/second-factor";
import { startServer } from "../support/server";
import { useService } from "../support/service";

const service = useService({
  env: ownerEnv,
});
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const settings = "/dashboard/settings/sessions";

let next = 0;
const client = (server: { url: string } = service.server) =>
  new DashboardClient(server, `198.51.100.${++next}`);
const givePassword = (who: DashboardClient): Promise<PageAnswer> =>
  who.submit("/dashboard/sign-in", owner);
const giveCode = (who: DashboardClient, code: string): Promise<PageAnswer> =>
  who.submit(secondStep, { code });
const isSignedIn = async (who: DashboardClient) =>
  (await who.get("/dashboard/settings/tokens")).status === 200;
const forgetUse = () => service.sql(`UPDATE "AuthenticatorApp" SET "lastStep" = 0`);
const forgetGuesses = () => service.sql(`DELETE FROM "GuessLimit"`);

/** A browser whose user has given the password. */
async function half(server?: { url: string }): Promise<DashboardClient> {
  const who = client(server);
  expect((await givePassword(who)).location).toMatch(/^\/dashboard\/sign-in\/second-step\?next=/);
  return who;
}

let first: DashboardClient;
let codes: string[];

beforeAll(async () => {
  first = client();
  const other = client();
  for (const who of [first, other]) expect((await givePassword(who)).status).toBe(303);
  expect(await setUpApp(first, "not the password", secret)).toEqual([]);
  expect(await setUpApp(first, owner.password, secret, appCode(secret, -9))).toEqual([]);
  expect(await isSignedIn(other)).toBe(true);
  codes = await setUpApp(first, owner.password, secret);
  // Like a change of the password, it ends the other sessions, and not this one.
  expect([await isSignedIn(first), await isSignedIn(other)]).toEqual([true, false]);
});

it("a second factor is asked for after the password, and signs in", async () => {
  const who = client();
  const { location } = await who.submit("/dashboard/sign-in?next=/dashboard/links", owner);
  expect(location).toBe(`${secondStep}?next=%2Fdashboard%2Flinks`);
  expect(who.cookieNames()).toEqual(["slugline.half"]);
  const { body } = await who.get(location ?? "");
  expect(body).toMatch(/autocomplete="one-time-code"/i);
  await forgetUse();
  expect((await giveCode(who, "000 000")).text).toContain("This code is wrong");
  const done = await who.submit(location ?? "", { code: appCode(secret).replace(/^.../, "$& ") });
  expect([done.status, done.location]).toEqual([303, "/dashboard/links"]);
  expect(await isSignedIn(who)).toBe(true);
  expect(who.cookieNames()).not.toContain("slugline.half");
  expect((await first.get("/dashboard/settings/people")).text).toContain("Second factor");
});

it("with the password alone nothing opens, and it ends with the password", async () => {
  const who = await half();
  for (const path of ["/dashboard/overview", settings, "/dashboard/settings/data/export"]) {
    const { status, location = "" } = await who.get(path);
    expect([path, [200].includes(status), location]).toEqual([
      path,
      false,
      expect.stringMatching(/^(?:.*\/dashboard\/sign-in\?next=.*)?$/),
    ]);
  }
  const { body } = await who.callAction(settings, "endOtherSessions", []);
  expect(body).toContain('"code":"signed_out"');
  // A required set-up must not replace the factor that is there.
  const setUp = await who.submit("/dashboard/sign-in/set-up", { secret, code: appCode(secret) });
  expect(setUp.text).toContain("This account already has two-factor authentication.");
  await service.sql(`UPDATE "Owner" SET "deviceEpoch" = "deviceEpoch" + 1`);
  expect((await who.get(secondStep)).location).toMatch(/^\/dashboard\/sign-in\?/);
});

it("nobody else's page of the second step opens without the password", async () => {
  for (const path of [secondStep, "/dashboard/sign-in/set-up"]) {
    expect((await client().get(path)).location).toMatch(/^\/dashboard\/sign-in\?/);
  }
  const form = await (await half()).hiddenFields(secondStep, "code");
  const { body } = await client().sendForm(secondStep, { ...form, code: appCode(secret) });
  expect(body).not.toContain("slugline.session");
  const forged = client();
  const answer = await forged.send(secondStep, {
    headers: { Cookie: `slugline.half=${"x".repeat(36)}.${Date.now() + 60_000}.forged` },
  });
  expect(answer.location).toMatch(/^\/dashboard\/sign-in\?/);
});

describe("a code", () => {
  it.runIf(isFullRun)("counts once, also on two instances at the same time", async () => {
    await forgetUse();
    const other = await startServer(service.databaseUrl, {
      env: { API_TOKEN: service.server.token },
    });
    try {
      for (let round = 0; round < 3; round++) {
        await forgetGuesses();
        await service.sql(`UPDATE "AuthenticatorApp" SET "lastStep" = 0`);
        const browsers = [await half(), await half(other), await half(), await half(other)];
        const forms = await Promise.all(
          browsers.map((who) => who.hiddenFields(secondStep, "code")),
        );
        const code = appCode(secret);
        const answers = await Promise.all(
          browsers.map((who, n) => who.sendForm(secondStep, { ...forms[n], code })),
        );
        expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
      }
    } finally {
      await other.stop();
    }
  });

  it("of an earlier step does not count after a later one", async () => {
    await forgetUse();
    expect((await giveCode(await half(), appCode(secret, 1))).status).toBe(303);
    expect((await giveCode(await half(), appCode(secret, 0))).text).toContain("was used before");
  });
});

it("a recovery code signs in once, however it is typed", async () => {
  expect(codes).toHaveLength(10);
  const [code = "", other = ""] = codes;
  const typed = code.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l");
  const answers = await Promise.all(
    [await half(), await half()].map((who) => giveCode(who, typed)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 303]);
  expect((await giveCode(await half(), code)).text).toContain("was used before");
  const stored = await service.sql<{ hash: Buffer }>(`SELECT "hash" FROM "RecoveryCode"`);
  expect(stored).toHaveLength(9);
  expect(stored.map(({ hash }) => hash.toString())).not.toContain(other);
});

it("a remembered browser needs only the password, until sessions are ended", async () => {
  await forgetUse();
  const who = await half();
  const { status } = await who.submit(secondStep, { code: appCode(secret), remember: "on" });
  expect(status).toBe(303);
  who.forget("slugline.session");
  expect((await givePassword(who)).location).toBe("/dashboard/overview");
  expect(await isSignedIn(who)).toBe(true);
  await who.callAction(settings, "endOtherSessions", []);
  who.forget("slugline.session");
  expect((await givePassword(who)).location).toContain("second-step");
});

it("wrong codes are limited by account, except on a browser that signed in before", async () => {
  await forgetUse();
  await forgetGuesses();
  const known = await half();
  expect((await giveCode(known, appCode(secret, -1))).status).toBe(303);
  known.forget("slugline.session");
  for (let n = 0; n < 10; n++) expect((await giveCode(await half(), "000000")).status).toBe(200);
  const refused = await giveCode(await half(), appCode(secret));
  expect([refused.status, refused.body]).toEqual([
    429,
    expect.stringContaining("Too many wrong attempts"),
  ]);
  expect((await givePassword(known)).location).toContain("second-step");
  expect((await giveCode(known, appCode(secret))).status).toBe(303);
  await forgetGuesses();
});

it.runIf(isFullRun)(
  "wrong codes are limited by account and day, too, until there is a new password",
  async () => {
    await forgetUse();
    expect((await giveCode(await half(), "000000")).status).toBe(200);
    const day = await service.sql(
      `UPDATE "GuessLimit" SET "points" = 49 WHERE "key" LIKE 'secondStepDay:%' RETURNING 1`,
    );
    expect(day).toHaveLength(1);
    expect((await giveCode(await half(), "000000")).status).toBe(200);
    const refused = await giveCode(await half(), appCode(secret));
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.stringMatching(/Too many wrong attempts. Try again in 24 hours/),
    ]);
    const env = { DATABASE_URL: service.databaseUrl, BASE_URL: service.server.url };
    const who = client();
    await who.submit(printedPath(await ownerCommand(["reset", owner.email], env)), {
      password: owner.password,
    });
    expect((await giveCode(who, appCode(secret))).status).toBe(303);
    await forgetGuesses();
  },
);

it("a sign-in that the first second factor overtakes leads to the second step", async () => {
  const [app] = await service.sql(`DELETE FROM "AuthenticatorApp" RETURNING *`);
  const setUp = new pg.Client(service.databaseUrl);
  await setUp.connect();
  try {
    await setUp.query("BEGIN");
    // As setting one up does, which has looked for sessions to end already.
    await setUp.query(`SELECT "id" FROM "Owner" FOR NO KEY UPDATE`);
    await setUp.query(
      `INSERT INTO "AuthenticatorApp" SELECT * FROM json_populate_record(NULL::"AuthenticatorApp", $1)`,
      [JSON.stringify({ ...app, lastStep: 0, secret: `\\x${app?.secret.toString("hex")}` })],
    );
    const who = client();
    const answer = givePassword(who);
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`;
    await expect.poll(() => service.sql(waiting)).toHaveLength(1);
    await setUp.query("COMMIT");
    expect((await answer).location).toContain("second-step");
    expect(await isSignedIn(who)).toBe(false);
    expect((await giveCode(who, appCode(secret))).status).toBe(303);
  } finally {
    await setUp.end();
  }
});

describe("in the settings, each change needs the password:", () => {
  it("new recovery codes replace all others", async () => {
    await forgetUse();
    const who = await half();
    await giveCode(who, appCode(secret));
    const renew = (currentPassword: string) =>
      who.callFormAction(settings, "submitRecoveryCodes", { currentPassword });
    expect((await renew("not the password")).text).toContain("This is not your current password.");
    const made = recoveryCodesIn((await renew(owner.password)).body);
    expect(made).toHaveLength(10);
    expect((await giveCode(await half(), codes[3] ?? "")).text).toContain("This code is wrong");
    expect((await giveCode(await half(), made[3] ?? "")).status).toBe(303);
  });

  it("removing the app brings the password alone back", async () => {
    await forgetUse();
    const who = await half();
    await giveCode(who, appCode(secret));
    const remove = (currentPassword: string) =>
      who.callFormAction(settings, "submitAppRemoval", { currentPassword });
    expect((await remove("not the password")).text).toContain("This is not your current password.");
    expect((await givePassword(client())).location).toContain("second-step");
    await remove(owner.password);
    expect((await givePassword(client())).location).toBe("/dashboard/overview");
    expect(await service.sql(`SELECT 1 FROM "RecoveryCode"`)).toEqual([]);
    expect(await setUpApp(who, owner.password, secret)).toHaveLength(10);
  });
});

it.runIf(isFullRun)(
  "the secret is stored encrypted, and void with another API token, where recovery codes work",
  async () => {
    const [row] = await service.sql<{ secret: Buffer }>(`SELECT "secret" FROM "AuthenticatorApp"`);
    expect(row?.secret).toHaveLength(12 + 20 + 16);
    const renewed = await setUpAppAgain();
    const other = await startServer(service.databaseUrl, {
      env: { API_TOKEN: "another-token-of-this-server" },
    });
    try {
      await forgetUse();
      const who = await half(other);
      const page = await who.get(secondStep);
      expect(page.text).toContain("The API token of this server has changed");
      expect((await giveCode(who, appCode(secret))).status).toBe(200);
      expect((await giveCode(who, renewed[0] ?? "")).status).toBe(303);
    } finally {
      await other.stop();
    }
  },
);

it.runIf(isFullRun)(
  "a restore says how many apps are void with the API token of the new server",
  async () => {
    const { adminUrl } = inject("postgres");
    const name = await createDatabase(adminUrl);
    const folder = mkdtempSync(join(tmpdir(), "slugline-second-factor-"));
    const file = join(folder, "made.backup");
    try {
      await databaseCommand(["backup", file], { DATABASE_URL: service.databaseUrl });
      const { code, out } = await databaseCommand(["restore", file], {
        DATABASE_URL: databaseUrl(adminUrl, name),
        API_TOKEN: "another-token-of-this-server",
      });
      expect([code, out]).toEqual([0, expect.stringContaining("One authenticator app is void")]);
    } finally {
      rmSync(folder, { recursive: true });
      await dropDatabase(adminUrl, name);
    }
  },
);

async function setUpAppAgain(): Promise<string[]> {
  await forgetUse();
  const who = await half();
  await giveCode(who, appCode(secret));
  const { body } = await who.callFormAction(settings, "submitRecoveryCodes", {
    currentPassword: owner.password,
  });
  return recoveryCodesIn(body);
}

it.runIf(isFullRun)(
  "a link for a new password keeps the second factor, or removes it on the operator's wish",
  async () => {
    await forgetGuesses();
    const env = { DATABASE_URL: service.databaseUrl, BASE_URL: service.server.url };
    const kept = await ownerCommand(["reset", owner.email], env);
    expect(kept.out).toContain(
      "A second factor stays. To remove it too, add --clear-second-factor.",
    );
    const who = client();
    const { location } = await who.submit(printedPath(kept), { password: owner.password });
    expect(location).toContain("second-step");
    const cleared = await ownerCommand(["reset", owner.email, "--clear-second-factor"], env);
    expect(cleared.out).toContain("It also removes the second factor");
    // Not before the link is used: its password may be known to somebody.
    expect((await givePassword(client())).location).toContain("second-step");
    const done = await who.submit(printedPath(cleared), { password: owner.password });
    expect(done.location).toBe("/dashboard/overview");
    expect((await givePassword(client())).location).toBe("/dashboard/overview");
    const { code, error } = await ownerCommand(["reset", owner.email, "--all"], env);
    expect([code, error]).toEqual([1, expect.stringContaining("[--clear-second-factor]")]);
  },
);

it.runIf(isFullRun)(
  "REQUIRE_SECOND_FACTOR leads whoever has none to set one up, and leaves sessions alone",
  async () => {
    const before = client();
    await givePassword(before);
    const other = await startServer(service.databaseUrl, {
      env: { API_TOKEN: service.server.token, REQUIRE_SECOND_FACTOR: "owners" },
    });
    try {
      const old = client(other);
      old.copy("slugline.session", before);
      expect(await isSignedIn(old)).toBe(true);
      const who = client(other);
      const { location = "" } = await givePassword(who);
      expect(location).toMatch(/^\/dashboard\/sign-in\/set-up\?next=/);
      expect((await who.get("/dashboard/overview")).location).toContain("/dashboard/sign-in?");
      expect((await who.get(location)).body).toContain("QR code of the secret");
      const { secret: own = "" } = await who.hiddenFields(location, "code");
      expect(own).toMatch(/^[A-Z2-7]{32}$/);
      const wrong = await who.submit(location, { secret: own, code: "000000" });
      // Without JavaScript, too, the app keeps the secret that it was given.
      expect(wrong.body).toContain(`value="${own}"`);
      const done = await who.submit(location, { secret: own, code: appCode(own, -1) });
      expect(recoveryCodesIn(done.body)).toHaveLength(10);
      expect(await isSignedIn(who)).toBe(true);
      const { body } = await who.callFormAction(settings, "submitAppRemoval", {
        currentPassword: owner.password,
      });
      expect(body).toContain("This server requires a second factor.");
      expect((await giveCode(await half(other), appCode(own))).status).toBe(303);
    } finally {
      await other.stop();
    }
  },
);
