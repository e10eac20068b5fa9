// Run: all
import { createHmac, randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { Secret } from "otpauth";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandLine } from "@/lib/audit/record-event";
import { emailSchema, withEmail } from "@/lib/core/email";
import { newOwnerSchema } from "@/lib/core/owner-schema";
import { hashForKnown, hashForStranger } from "@/lib/limits/hash-queue";
import { findCreators } from "@/lib/links/editor";
import { changeRole } from "@/lib/owners/change-role";
import { type CookieJar, cookieName } from "@/lib/owners/cookies";
import { findDevice, findDeviceOwner } from "@/lib/owners/device-cookie";
import { removeOwner } from "@/lib/owners/owners";
import type { ActingSession } from "@/lib/owners/recent-sessions";
import { sessionSecret } from "@/lib/owners/session-secret";
import { findSession, signOut } from "@/lib/owners/sessions";
import { changePassword } from "@/lib/sign-in/change-password";
import { confirmPassword } from "@/lib/sign-in/confirm-password";
import { setUp } from "@/lib/sign-in/first-owner";
import { acceptInvite, inviteOwner, withdrawInvite } from "@/lib/sign-in/invites";
import { admitPerson } from "@/lib/sign-in/oidc/admit-person";
import { offerReset, resetPassword } from "@/lib/sign-in/password-resets";
import { removeApp, setUpApp } from "@/lib/sign-in/second-factor/change-factors";
import { findHalf } from "@/lib/sign-in/second-factor/owner-cookies";
import { passSecondStep, passWithFirstApp } from "@/lib/sign-in/second-factor/steps";
import { signIn, startSession } from "@/lib/sign-in/sign-in";
import { useOwnDatabase } from "../support/own-database";
import { person } from "../support/person";
import { appCode } from "../support/second-factor";

const token = "a-token-of-this-server-that-is-long-enough";
const own = useOwnDatabase({ API_TOKEN: token, REQUIRE_SECOND_FACTOR: "owners" });

const old = "the password before";
const next = "the password after";
const email = "mara@example.com";
const adaEmail = "ada@example.com";
const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;

class Browser implements CookieJar {
  readonly jar = new Map<string, string>();
  readonly headers = new Headers({ "User-Agent": "test" });
  readonly address = "192.0.2.1";

  get cookies(): CookieJar {
    return this;
  }

  getAll = () => [...this.jar].map(([name, value]) => ({ name, value }));

  set = (name: string, value: string, { maxAge }: { maxAge: number }) => {
    if (maxAge === 0) this.jar.delete(name);
    else this.jar.set(name, value);
  };
}

const idOf = async (of = email) =>
  (await own.query(`SELECT "id" FROM "Owner" WHERE "email" = $1`, [of])).rows[0]?.id as string;
const sessions = async (of = email) =>
  (
    await own.query(
      `SELECT s.* FROM "OwnerSession" s JOIN "Owner" o ON o."id" = s."ownerId" WHERE o."email" = $1`,
      [of],
    )
  ).rows;
const give = (password: string, browser = new Browser(), queue = hashForKnown) =>
  startSession({ email, password }, browser, queue, new Date());

/** The session of somebody who is signed in. */
async function acting(password = old): Promise<ActingSession> {
  const before = new Set((await sessions()).map(({ id }) => id));
  expect(await give(password)).toBe("done");
  const row = (await sessions()).find(({ id }) => !before.has(id));
  const owner = { id: row.ownerId, email, name: "mara", role: "editor" as const };
  return { id: row.id, owner, expiresAt: row.expiresAt, by: person(row.ownerId) };
}

const now = () => new Date();
const byReset = async (password = next) => {
  const made = await offerReset({ email }, null, commandLine, now());
  await resetPassword(made ?? "", password, new Browser(), now());
};
const settings = {
  ...{ issuer: "https://id.example.com", clientId: "slugline", clientSecret: "secret" },
  ...{ name: "Example", allowed: [], groupsClaim: "groups", redirectUri: "" },
  policy: null,
  fingerprint: null,
  groups: { owner: undefined, editor: undefined, reader: undefined },
};
const byProvider = (email = "mara@example.com") => {
  const identity = {
    issuer: settings.issuer,
    subject: "1",
    email,
    name: "Mara",
    groups: [],
    groupsProblem: null,
  };
  const headers = new Headers();
  return admitPerson({ identity, settings, invite: undefined, headers, now: now() });
};

beforeEach(async () => {
  await own.query(`DELETE FROM "Owner"`);
  await own.query(`DELETE FROM "GuessLimit"`);
  await setUp(token, { email: adaEmail, name: "Ada", password: old }, new Browser(), now());
  const invited = { invitedById: await idOf(adaEmail), email: null, role: "editor" as const };
  const invite = await inviteOwner(invited, person("ada"), now());
  await acceptInvite(invite.secret, { email, name: "Mara", password: old }, new Browser(), now());
});

/** A queue that stops each hash once it is made, and says when. */
function heldQueue() {
  let isHashed = () => {};
  let release = () => {};
  const hashed = new Promise<void>((resolve) => {
    isHashed = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const queue = async <T>(job: () => Promise<T>) => {
    const result = await hashForKnown(job);
    isHashed();
    await released;
    return result;
  };
  return { queue, hashed, release: () => release() };
}

/** Runs `change` while the row of this person is locked and `waiting` waits for it. */
async function whileLocked<T>(
  waiting: () => Promise<T>,
  change: string,
  values: unknown[] = [],
): Promise<T> {
  let result: Promise<T> | undefined;
  await own.inTransaction(async (query) => {
    await query(`SELECT 1 FROM "Owner" WHERE "email" = $1 FOR NO KEY UPDATE`, [email]);
    result = waiting();
    result.catch(() => {});
    await waitsForLock();
    await query(change, values);
  });
  return result as Promise<T>;
}

async function waitsForLock(): Promise<void> {
  for (;;) {
    const { rows } = await own.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await turn();
  }
}

describe("a sign-in whose password was verified", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["the password is changed", async () => changeBy(await acting())],
    ["a reset link is used", () => byReset()],
    ["single sign-on ends other ways in", () => byProvider()],
    [
      "the person is removed",
      async () => removeOwner(person(await idOf(adaEmail)), await idOf(), now()),
    ],
  ])("opens nothing once %s", async (_, change) => {
    const browser = new Browser();
    const held = heldQueue();
    const late = give(old, browser, held.queue);
    await held.hashed;
    await change();
    const before = await sessions();
    held.release();
    expect(await late).toBeNull();
    expect(await sessions()).toEqual(before);
    expect(browser.getAll()).toEqual([]);
  });

  it("opens nothing if the change comes while it waits for the row", async () => {
    const late = await whileLocked(
      () => give(old),
      `UPDATE "OwnerAccount" SET "password" = 'other' WHERE "ownerId" = $1`,
      [await idOf()],
    );
    expect([late, await sessions()]).toEqual([null, []]);
  });

  it("opens a session if only other sessions ended meanwhile", async () => {
    const sql = `UPDATE "Owner" SET "deviceEpoch" = "deviceEpoch" + 1 WHERE "email" = $1`;
    expect(await whileLocked(() => give(old), sql, [email])).toBe("done");
    expect(await sessions()).toHaveLength(1);
  });

  it("asks for the second factor that a new role needs", async () => {
    const sql = `UPDATE "Owner" SET "role" = 'owner' WHERE "email" = $1`;
    expect(await whileLocked(() => give(old), sql, [email])).toBe("set-up");
    expect(await sessions()).toEqual([]);
  });
});

const changeBy = (session: ActingSession, from = old, to = next, browser = new Browser()) =>
  changePassword({ currentPassword: from, newPassword: to }, session, browser, now());

describe("with many senders on the old password", () => {
  const queue = <T>(job: () => Promise<T>) => hashForStranger(0, job);
  let isOver = false;
  afterEach(() => {
    isOver = true;
  });

  it.each<[string, (password: string, to: string) => Promise<unknown>]>([
    ["change", async (from, to) => changeBy(await acting(from), from, to)],
    ["reset link", (_, to) => byReset(to)],
  ])("no session that they made is left after a %s", async (_, change) => {
    for (let round = 0; round < 2; round++) {
      isOver = false;
      const [from, to] = [round === 0 ? old : `${next} ${round}`, `${next} ${round + 1}`];
      const browsers: Browser[] = [];
      const senders = Array.from({ length: 6 }, async () => {
        for (let after = 0; after < 1; ) {
          if (isOver) after++;
          const browser = new Browser();
          browsers.push(browser);
          await give(from, browser, queue).catch(() => null);
        }
      });
      while (browsers.length < 12) await turn();
      await change(from, to);
      const kept = await sessions();
      isOver = true;
      await Promise.all(senders);
      expect(await sessions()).toEqual(kept);
      for (const browser of browsers) {
        const headers = new Headers({
          Cookie: browser
            .getAll()
            .map(({ name, value }) => `${name}=${value}`)
            .join("; "),
        });
        expect(await findSession(headers)).toBeNull();
        expect(await findDevice({ email }, browser)).toBeNull();
      }
    }
  });
});

describe("an email whose domain may be written in Punycode", () => {
  const written = "mara@ä.example";
  const sent = "mara@xn--4ca.example";
  const invited = (to: string | null) =>
    inviteOwner({ invitedById: null, email: to, role: "reader" }, commandLine, now());
  const accept = ({ secret }: { secret: string }, typed: string) =>
    acceptInvite(
      secret,
      newOwnerSchema.parse({ email: typed, password: old }),
      new Browser(),
      now(),
    );

  it.each([written, sent])("is one person's, stored as %s", async (stored) => {
    await own.query(`UPDATE "Owner" SET "email" = $1 WHERE "email" = $2`, [stored, email]);
    const id = await idOf(stored);
    for (const typed of [written, sent, "mara@Ä.Example", "mara@XN--4CA.example"]) {
      const address = emailSchema.parse(typed);
      expect(address).toBe(written);
      const browser = new Browser();
      const credentials = { email: address, password: old };
      expect(await signIn(credentials, browser, now()), typed).toBe("done");
      expect(await findDevice(withEmail(address), browser)).not.toBeNull();
      expect(await offerReset(withEmail(address), null, commandLine, now())).not.toBeNull();
      await expect(accept(await invited(null), typed)).rejects.toThrow("already has access");
      expect(await findCreators(typed, "API_TOKEN")).toContain(`owner:${id}`);
    }
    // From a known device, which has a count of its own.
    const wrong = { email: emailSchema.parse(sent), password: "wrong" };
    const known = new Browser();
    expect(await signIn({ ...wrong, password: old }, known, now())).toBe("done");
    expect(await signIn(wrong, known, now())).toBeNull();
    const counted = `SELECT FROM "GuessLimit" WHERE "key" LIKE 'device:%' AND "points" > 0`;
    expect((await own.query(counted)).rows).toHaveLength(1);
    const failed = `SELECT FROM "AuditEvent" WHERE "event" = 'sign-in-failed' AND "aboutId" = $1`;
    expect((await own.query(failed, [`owner:${id}`])).rows).toHaveLength(1);
    await byProvider(written);
    expect(
      (
        await own.query(
          `SELECT 1 FROM "OwnerAccount" WHERE "ownerId" = $1 AND "providerId" <> 'credential'`,
          [id],
        )
      ).rows,
    ).toHaveLength(1);
  });

  it.each([written, sent])("accepts an invitation for %s", async (to) => {
    const invite = await invited(to);
    await expect(accept(invite, "mara@a.example")).rejects.toThrow("This invitation is for");
    await accept(invite, written);
    expect(await idOf(written)).toBeDefined();
    await own.query(`DELETE FROM "Owner" WHERE "email" = $1`, [written]);
    await invited(to);
    await byProvider(written);
    expect(await idOf(written)).toBeDefined();
  });
});

describe("what was begun with the old password", () => {
  const setUpFactor = async (session: ActingSession) =>
    setUpApp(
      await confirmPassword(old, session, now()),
      { secret, code: appCode(secret, -1) },
      now(),
    );

  it("does not pass the second step", async () => {
    await setUpFactor(await acting());
    const browser = new Browser();
    expect(await give(old, browser)).toBe("second-step");
    const before = await sessions();
    const late = whileLocked(
      () => passSecondStep({ code: appCode(secret), isRemembered: true }, browser, now()),
      `UPDATE "OwnerAccount" SET "password" = 'other' WHERE "ownerId" = $1`,
      [await idOf()],
    );
    expect([await late, await sessions()]).toEqual([false, before]);
    // The code was not used up.
    const { rows } = await own.query(`SELECT "lastStep" FROM "AuthenticatorApp"`);
    expect(rows[0].lastStep).toBeLessThan(Math.floor(Date.now() / 30_000));
    expect(await findHalf(browser, now())).toBeNull();
  });

  it.each<[string, (session: ActingSession) => Promise<unknown>]>([
    ["by change", (session) => changeBy(session)],
    ["by reset link", () => byReset()],
  ])("sets up no factor after the password changed %s", async (_, change) => {
    const session = await acting();
    const changer = await confirmPassword(old, session, now());
    await change(session);
    const app = { secret, code: appCode(secret) };
    await expect(setUpApp(changer, app, now())).rejects.toMatchObject({ code: "unauthorized" });
    const half = new Browser();
    await own.query(`UPDATE "Owner" SET "role" = 'owner'`);
    expect(await give(next, half)).toBe("set-up");
    await byReset("a third password");
    await expect(passWithFirstApp(app, half, now())).rejects.toMatchObject({
      code: "unauthorized",
    });
    expect((await own.query(`SELECT 1 FROM "AuthenticatorApp"`)).rows).toEqual([]);
  });

  it("changes no password that was changed meanwhile", async () => {
    const session = await acting();
    const late = await whileLocked(
      () => changeBy(session).catch(({ code }) => code),
      `UPDATE "OwnerAccount" SET "password" = 'other' WHERE "ownerId" = $1`,
      [session.owner.id],
    );
    expect(late).toBe("unauthorized");
    expect((await findDeviceOwner({ email }))?.passwordHash).toBe("other");
  });

  it("resets nothing with a link that was made before a change", async () => {
    const made = (await offerReset({ email }, null, commandLine, now())) ?? "";
    const late = await whileLocked(
      () => resetPassword(made, "a third password", new Browser(), now()).catch(({ code }) => code),
      `DELETE FROM "PasswordReset" WHERE "ownerId" = $1`,
      [await idOf()],
    );
    expect(late).toBe("not_found");
    const again = (await offerReset({ email }, null, commandLine, now())) ?? "";
    await changeBy(await acting());
    await expect(resetPassword(again, old, new Browser(), now())).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await give(next)).toBe("done");
  });

  it("accepts no invitation that was withdrawn meanwhile", async () => {
    const invited = { invitedById: null, email: null, role: "owner" as const };
    const { id, secret: invite } = await inviteOwner(invited, commandLine, now());
    const wanted = { email: "noor@example.com", name: "Noor", password: old };
    const late = acceptInvite(invite, wanted, new Browser(), now());
    late.catch(() => {});
    await withdrawInvite(commandLine, id, now());
    await expect(late).rejects.toMatchObject({ code: "not_found" });
    expect(await idOf("noor@example.com")).toBeUndefined();
  });
});

describe("where owners need a second factor", () => {
  const withApp = async () => {
    const session = await acting();
    const app = { secret, code: appCode(secret) };
    await setUpApp(await confirmPassword(old, session, now()), app, now());
    return session;
  };
  const promote = async () =>
    changeRole(person(await idOf(adaEmail)), await idOf(), "owner", now());

  it("the last factor of somebody who has become an owner meanwhile stays", async () => {
    const session = await withApp();
    const changer = await confirmPassword(old, session, now());
    const sql = `UPDATE "Owner" SET "role" = 'owner' WHERE "email" = $1`;
    const late = whileLocked(() => removeApp(changer, now()), sql, [email]);
    await expect(late).rejects.toMatchObject({ code: "forbidden" });
    expect((await own.query(`SELECT 1 FROM "AuthenticatorApp"`)).rows).toHaveLength(1);
  });

  it("nobody becomes an owner with a session and a factor that was removed meanwhile", async () => {
    await withApp();
    const sql = `DELETE FROM "AuthenticatorApp" WHERE "ownerId" = $1`;
    await whileLocked(promote, sql, [await idOf()]);
    expect(await sessions()).toEqual([]);
  });

  it("a removal and a promotion at once leave no owner without one", async () => {
    for (let round = 0; round < 4; round++) {
      await own.query(`UPDATE "Owner" SET "role" = 'editor' WHERE "email" = $1`, [email]);
      await own.query(`DELETE FROM "AuthenticatorApp"`);
      const changer = await confirmPassword(old, await withApp(), now());
      await Promise.allSettled([removeApp(changer, now()), promote()]);
      const factors = (await own.query(`SELECT 1 FROM "AuthenticatorApp"`)).rows.length;
      expect(factors > 0 || (await sessions()).length === 0).toBe(true);
    }
  });
});

it("a sign-out that cannot delete the session fails, and the session can be ended again", async () => {
  const session = await acting();
  await own.inTransaction(async (query) => {
    await query(`SELECT 1 FROM "OwnerSession" WHERE "id" = $1 FOR UPDATE`, [session.id]);
    const failed = expect(signOut(await headersOf(session), session, now())).rejects.toThrow();
    await waitsForLock();
    await query(
      `SELECT pg_cancel_backend("pid") FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await failed;
  });
  expect(await noted("signed-out")).toBe(0);
  await signOut(await headersOf(session), session, now());
  expect([await sessions(), await noted("signed-out")]).toEqual([[], 1]);
});

const noted = async (event: string) =>
  (await own.query(`SELECT 1 FROM "AuditEvent" WHERE "event" = $1`, [event])).rows.length;

/** With the session's cookie, as the browser sends it. */
async function headersOf({ id }: ActingSession): Promise<Headers> {
  const { rows } = await own.query(`SELECT "token" FROM "OwnerSession" WHERE "id" = $1`, [id]);
  const value = `${rows[0].token}.${createHmac("sha256", await sessionSecret())
    .update(rows[0].token)
    .digest("base64")}`;
  return new Headers({ Cookie: `${cookieName("session")}=${encodeURIComponent(value)}` });
}
