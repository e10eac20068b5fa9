// Run: all
import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { serverSettingNames } from "@/lib/config/server-settings";
import { mailTest } from "@/lib/messages/mail-links";
import { mailSettings } from "@/lib/messages/mail-settings";
import { listServerSettings, saveSettings } from "@/lib/owners/edit-site-settings";
import { oidcPrefix } from "@/lib/owners/owners";
import { refusePrivateServers } from "@/lib/previews/server-policy";
import { admitPerson } from "@/lib/sign-in/oidc/admit-person";
import { findProviderProblem } from "@/lib/sign-in/oidc/provider-health";
import { isPasswordSignIn, oidcSettings } from "@/lib/sign-in/oidc/settings";
import { inEnglish } from "../support/in-english";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { oidcClient, startProvider, type TestProvider } from "../support/oidc-provider";
import { useOwnDatabase } from "../support/own-database";
import { person } from "../support/person";

const own = useOwnDatabase();
const settings = () => own.service.settings;
const save = (entered: Record<string, string>, seen?: Record<string, string>) =>
  saveSettings(own.service, person("mara"), entered, new Date(), seen);
const stored = async () =>
  Object.fromEntries(
    (await own.query(`SELECT * FROM "SiteSetting"`)).rows.map(({ name, value }) => [name, value]),
  );
const pathsOf = (saving: Promise<void>) =>
  saving.then(
    () => [],
    ({ problems }) => problems.map(({ path }: { path: string }) => path),
  );
let given: object;
/** As whoever runs this server sets it. */
const setVariables = (variables: object) => Object.assign(own.service.config, variables);

const setPassword = () =>
  own.query(
    `INSERT INTO "OwnerAccount" ("id", "ownerId", "providerId", "accountId", "password", "createdAt", "updatedAt")
     VALUES ('p', 'mara', 'credential', 'mara', 'a hash', now(), now())`,
  );

beforeAll(async () => {
  const unset = Object.fromEntries(serverSettingNames.map((name) => [name, undefined]));
  given = { ...unset, ...own.service.config };
  await own.query(
    `INSERT INTO "Owner" ("id", "name", "email", "createdAt", "updatedAt") VALUES ('mara', 'Mara', 'mara@example.com', now(), now())`,
  );
  await setPassword();
});
beforeEach(async () => {
  await own.query(`DELETE FROM "SiteSetting"`);
  settings().use({});
});
afterEach(() => setVariables(given));

describe("a mail server of the dashboard", () => {
  let mailbox: Mailbox;
  const password = " a secret: ä ";
  const asked: unknown[] = [];
  beforeAll(async () => {
    mailbox = await startMailbox({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username, password: said }, _session, done) => {
        asked.push(username, said);
        return said === password ? done(null, { user: "mara" }) : done(new Error("No such user."));
      },
    });
  });
  afterAll(() => mailbox.close());
  const entered = () => ({
    SMTP_URL: `smtp://mara@127.0.0.1:${mailbox.port}`,
    SMTP_PASSWORD: password,
    MAIL_FROM: "Acme <hello@example.com>",
  });
  const allowMailbox = () =>
    setVariables({ MESSAGE_ALLOW_HOSTS: new Set([`127.0.0.1:${mailbox.port}`]) });
  const send = async () => {
    const { isAccepted, error } = await mailTest(
      own.service.messages.mailer,
      "mara@example.com",
      "de",
    );
    return isAccepted || (inEnglish(error) ?? "");
  };

  it("sends a test, and its password is stored sealed and never shown", async () => {
    expect(await send()).toMatch(/^No mail server is set up/);
    allowMailbox();
    await save(entered());
    expect(await send()).toBe(true);
    expect(asked.splice(0)).toEqual(["mara", password]);
    expect(mailbox.mails.at(-1)?.raw).toContain("From: Acme <hello@example.com>");
    const { SMTP_PASSWORD: sealed } = await stored();
    expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("secret");
    const shown = await listServerSettings(settings());
    expect(shown.SMTP_PASSWORD).toEqual({ value: "", isGiven: false, isKept: true });
    const { rows } = await own.query(`SELECT * FROM "AuditEvent"`);
    expect(rows.at(-1)).toMatchObject({
      event: "settings-changed",
      detail: expect.stringMatching(/SMTP_PASSWORD/),
    });
    expect(JSON.stringify(rows)).not.toContain("a secret");
  });

  it("is asked at each of its addresses", async () => {
    const address = `mail.example.com:${mailbox.port}`;
    setVariables({ MESSAGE_ALLOW_HOSTS: new Set([address]) });
    await save({ SMTP_URL: `smtp://${address}`, MAIL_FROM: "hello@example.com" });
    // It listens at the second one.
    const found = ["127.0.0.2", "127.0.0.1"].map((each) => ({ address: each, family: 4 }));
    vi.spyOn(dns, "lookup").mockResolvedValue(found as never);
    syncBuiltinESMExports();
    expect(await send()).toBe(true);
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it("says in words what the mail server says", async () => {
    allowMailbox();
    await save({ ...entered(), SMTP_PASSWORD: "wrong" });
    expect(await send()).toMatch(/No such user/);
  });

  it("gets no password that was entered for another one", async () => {
    allowMailbox();
    await save(entered());
    const moved = { SMTP_URL: `smtp://mara@localhost:${mailbox.port}` };
    expect(await pathsOf(save(moved))).toEqual(["SMTP_PASSWORD"]);
    // As if it were changed in the database.
    settings().use({ ...settings().stored, ...moved });
    expect(mailSettings(settings())).toBeNull();
    expect((await listServerSettings(settings())).SMTP_PASSWORD.isKept).toBe(false);
  });

  it("keeps an empty password as it is, whatever the page showed", async () => {
    await save(entered());
    const { SMTP_PASSWORD: sealed } = await stored();
    await save(
      { SMTP_PASSWORD: "", MAIL_FROM: "new@example.com" },
      { SMTP_PASSWORD: "", MAIL_FROM: "Acme <hello@example.com>" },
    );
    expect(await stored()).toMatchObject({ SMTP_PASSWORD: sealed, MAIL_FROM: "new@example.com" });
    await save({ SMTP_PASSWORD: "another" }, { SMTP_PASSWORD: "" });
    expect(mailSettings(settings())).toMatchObject({ password: "another" });
  });

  it("is refused with what is missing or wrong", async () => {
    expect(await pathsOf(save({ SMTP_URL: "smtp://mara@mail.example.com" }))).toEqual([
      "SMTP_PASSWORD",
      "MAIL_FROM",
    ]);
    const wrong = { SMTP_URL: "smtp://a:b@mail.example.com", MAIL_FROM: "x" };
    expect(await pathsOf(save(wrong))).toEqual(["SMTP_PASSWORD", "SMTP_URL", "MAIL_FROM"]);
    expect(await stored()).toEqual({});
  });

  it("is on the public internet, unless whoever runs this one allows it", async () => {
    const { config } = own.service;
    for (const SMTP_URL of ["smtp://10.0.0.1", "smtp://169.254.169.254:25", "smtps://1.1.1.1:22"])
      await expect(refusePrivateServers({ SMTP_URL }, config)).rejects.toMatchObject({
        problems: [{ path: "SMTP_URL" }],
      });
    await refusePrivateServers({ SMTP_URL: "smtps://1.1.1.1" }, config);
    await save(entered());
    expect(await send()).toMatch(/port|internet/);
    allowMailbox();
    await refusePrivateServers(entered(), config);
    expect(await send()).toBe(true);
  });

  it("is that of the environment where there is one", async () => {
    await save(entered());
    setVariables({ SMTP_URL: "smtp://a:b%20c@mail.example.com", MAIL_FROM: "a@example.com" });
    settings().use({ ...settings().stored });
    expect(mailSettings(settings())).toMatchObject({ password: "b c", from: "a@example.com" });
    expect((await listServerSettings(settings())).MAIL_FROM).toEqual({
      ...{ value: "", isGiven: true, givenBy: "SMTP_URL" },
    });
    const before = await stored();
    await save({ MAIL_FROM: "other@example.com", SMTP_PASSWORD: "x" });
    expect(await stored()).toEqual(before);
  });
});

describe("single sign-on of the dashboard", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startProvider("http://localhost/dashboard/sign-in/oidc/callback");
  });
  afterAll(() => provider.stop());
  const entered = () => ({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: oidcClient.id,
    OIDC_CLIENT_SECRET: oidcClient.secret,
    OIDC_ALLOWED: "@example.com",
    OIDC_OWNER_GROUP: "admins",
  });

  /** As the provider says that it was Mara. */
  const signIn = async () => {
    const made = oidcSettings(settings());
    if (!made) throw new Error("no settings");
    const identity = {
      ...{ issuer: provider.issuer, subject: "1", email: "mara@example.com", name: "Mara" },
      ...{ groups: ["admins"], groupsProblem: null },
    };
    const arrival = { identity, settings: made, invite: undefined, headers: new Headers() };
    expect(await admitPerson({ ...arrival, now: new Date() })).toBe("mara");
  };

  it("acts as that of the environment, and reaches no provider of this network", async () => {
    await save(entered());
    const made = oidcSettings(settings());
    if (!made) throw new Error("no settings");
    expect(made).toMatchObject({
      clientSecret: oidcClient.secret,
      name: "single sign-on",
      allowed: [{ kind: "domain", value: "example.com" }],
      groups: { owner: "admins", editor: undefined },
    });
    expect(await findProviderProblem(made)).toMatchObject({ reason: "unreachable" });
    setVariables({ MESSAGE_ALLOW_HOSTS: new Set([new URL(provider.issuer).host]) });
    const allowed = oidcSettings(settings());
    own.service.signIn.oidc.health = null;
    expect(allowed && (await findProviderProblem(allowed))).toBeNull();
  });

  it("turns passwords off for nobody who would lock themselves out", async () => {
    const off = { PASSWORD_SIGN_IN: "off" };
    expect(await pathsOf(save({ ...entered(), ...off }))).toEqual(["OIDC_ISSUER"]);
    await save(entered());
    expect(await pathsOf(save(off))).toEqual(["PASSWORD_SIGN_IN"]);
    await own.query(
      `INSERT INTO "OwnerAccount" ("id", "ownerId", "providerId", "accountId", "createdAt", "updatedAt") VALUES ('a', 'mara', $1, '1', now(), now())`,
      [oidcPrefix + provider.issuer],
    );
    // Whoever was linked earlier has not signed in with these settings.
    expect(await pathsOf(save(off))).toEqual(["PASSWORD_SIGN_IN"]);
    await signIn();
    for (const change of [
      { OIDC_CLIENT_SECRET: "mistyped" },
      { OIDC_CLIENT_ID: "mistyped" },
      { OIDC_ALLOWED: "@nobody.example" },
      { OIDC_OWNER_GROUP: "mistyped" },
    ]) {
      await save(change);
      expect(await pathsOf(save(off))).toEqual(["PASSWORD_SIGN_IN"]);
      await save(entered());
    }
    expect(await pathsOf(save(off))).toEqual(["PASSWORD_SIGN_IN"]);
    await signIn();
    await save({ OIDC_NAME: "Acme ID" });
    await save(off);
    expect(isPasswordSignIn(settings())).toBe(false);
    const before = await stored();
    for (const change of [
      { OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_SECRET: "x" },
      { OIDC_CLIENT_ID: "mistyped" },
      { OIDC_CLIENT_SECRET: "mistyped" },
      { OIDC_ALLOWED: "@nobody.example" },
      { OIDC_GROUPS_CLAIM: "mistyped" },
      { OIDC_READER_GROUP: "nobody" },
    ])
      expect(await pathsOf(save(change))).toEqual([Object.keys(change)[0]]);
    expect(await stored()).toEqual(before);
    await save({ OIDC_NAME: "Acme ID" });
    // Another API token, after a restore, opens no secret: then passwords are the only way in.
    const { OIDC_CLIENT_SECRET, ...rest } = settings().stored;
    settings().use({ ...rest, OIDC_CLIENT_SECRET: Buffer.alloc(64).toString("base64") });
    expect(oidcSettings(settings())).toBeNull();
    expect(isPasswordSignIn(settings())).toBe(true);
    settings().use({ ...rest, OIDC_CLIENT_SECRET: String(OIDC_CLIENT_SECRET) });
    setVariables({ PASSWORD_SIGN_IN: "on" });
    settings().use(settings().stored);
    expect(isPasswordSignIn(settings())).toBe(true);
    const noted = async () =>
      (await own.query(`SELECT "detail" FROM "AuditEvent" ORDER BY "id"`)).rows.at(-1)?.detail;
    await save({ OIDC_READER_GROUP: "staff" });
    expect(await noted()).toContain("OIDC_READER_GROUP, PASSWORD_SIGN_IN");
    // Nobody has signed in with that, so passwords stay on without the variable, too.
    setVariables({ PASSWORD_SIGN_IN: undefined });
    settings().use(settings().stored);
    expect(isPasswordSignIn(settings())).toBe(true);
    expect(await pathsOf(save(off))).toEqual(["PASSWORD_SIGN_IN"]);
    await save({ PASSWORD_SIGN_IN: "on", OIDC_READER_GROUP: "crew" });
    await save({ OIDC_READER_GROUP: "staff" });
    expect(await noted()).not.toContain("PASSWORD_SIGN_IN");
    expect(await stored()).toMatchObject({ PASSWORD_SIGN_IN: "on" });
  });

  it("is changed by nobody whose password a sign-in at the provider ended", async () => {
    await save(entered());
    const before = await stored();
    await own.query(`DELETE FROM "OwnerAccount" WHERE "providerId" = 'credential'`);
    for (const change of [
      { OIDC_ISSUER: "" },
      { OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_SECRET: "x" },
      { OIDC_CLIENT_SECRET: "mistyped" },
      { OIDC_ALLOWED: "@nobody.example" },
    ])
      expect(await pathsOf(save(change))).toEqual([Object.keys(change)[0]]);
    expect(await stored()).toEqual(before);
    await save({ MAIL_FROM: "hello@example.com" });
    await setPassword();
    await save({ OIDC_ISSUER: "" });
    expect(oidcSettings(settings())).toBeNull();
  });

  it("leaves each variable that is set to the environment", async () => {
    const variables = {
      OIDC_NAME: "Acme ID",
      OIDC_ALLOWED: [{ kind: "domain", value: "acme.example" }],
      OIDC_GROUPS_CLAIM: "roles",
      MAIL_FROM: "given@example.com",
    };
    await save({
      ...entered(),
      OIDC_NAME: "Other ID",
      SMTP_URL: "smtp://127.0.0.1",
      MAIL_FROM: "a@example.com",
    });
    setVariables(variables);
    settings().use(settings().stored);
    const { OIDC_NAME: name, OIDC_ALLOWED: allowed, OIDC_GROUPS_CLAIM: groupsClaim } = variables;
    expect(oidcSettings(settings())).toMatchObject({ name, allowed, groupsClaim });
    expect(mailSettings(settings())).toMatchObject({ from: variables.MAIL_FROM });
    const shown = await listServerSettings(settings());
    const before = await stored();
    for (const name of Object.keys(variables) as (keyof typeof variables)[]) {
      expect(shown[name]).toEqual({ value: "", isGiven: true, givenBy: name });
      await save({ [name]: "other@example.com" });
    }
    expect(await stored()).toEqual(before);
  });

  it("is refused without its client", async () => {
    expect(await pathsOf(save({ OIDC_ISSUER: "https://id.example.com" }))).toEqual([
      "OIDC_CLIENT_ID",
      "OIDC_CLIENT_SECRET",
    ]);
    expect(await pathsOf(save({ ...entered(), OIDC_ISSUER: "http://id.example.com" }))).toEqual([
      "OIDC_ISSUER",
    ]);
  });
});
