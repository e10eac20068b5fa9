// Run: all
import { describe, expect, it } from "vitest";
import { endOtherSessions } from "@/lib/owners/sessions";
import { DashboardClient, owner, ownerEnv, type PageAnswer } from "../support/dashboard";
import { createOwnService } from "../support/own-service";
import { person } from "../support/person";
import { isFullRun } from "../support/run";
import { useService } from "../support/service";

const wrong = { email: owner.email, password: "not the password" };
const service = useService({ env: ownerEnv });

let next = 0;
const client = (address = `198.51.100.${++next}`) => new DashboardClient(service.server, address);
const signIn = (
  who: DashboardClient,
  form: { email: string; password: string } = owner,
): Promise<PageAnswer> => who.submit("/dashboard/sign-in", form);

/** A browser that signed in and whose session has ended since. */
async function knownBrowser(address?: string): Promise<DashboardClient> {
  const who = client(address);
  expect((await signIn(who)).status).toBe(303);
  who.forget("slugline.session");
  return who;
}

const deviceCookie = (who: DashboardClient): string =>
  who.cookieNames().find((name) => name.startsWith("slugline.device.")) ?? "";

/** How many guesses by strangers are counted, at whichever account. */
async function strangersGuesses(): Promise<number> {
  const [row] = await service.sql<{ points: number }>(
    `SELECT coalesce(sum("points"), 0)::int AS "points" FROM "GuessLimit" WHERE "key" LIKE 'account:%'`,
  );
  return row?.points ?? 0;
}

/**
 * As if strangers all over the world had guessed at the owner's account a thousand times, until the
 * function returned is called.
 */
async function flood(): Promise<() => Promise<unknown>> {
  await signIn(client(), wrong);
  await service.sql(`UPDATE "GuessLimit" SET "points" = 1000 WHERE "key" LIKE 'account:%'`);
  return () => service.sql(`DELETE FROM "GuessLimit" WHERE "key" LIKE 'account:%'`);
}

const useUpAddress = async (address: string): Promise<void> => {
  for (let n = 0; n < 10; n++)
    await client(address).submit("/dashboard/sign-in", {
      email: `nobody${n}@example.com`,
      password: "wrong wrong",
    });
  expectRefused(await signIn(client(address)));
};

function expectRefused({ status, headers, body, cookies }: PageAnswer): void {
  expect(status).toBe(429);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(headers["retry-after"])).toBeLessThanOrEqual(900);
  expect(body).toMatch(/Too many wrong attempts. Try again in \d+ minutes?/);
  expect(cookies).toEqual([]);
}

describe.runIf(isFullRun)("an owner whose account is under attack", () => {
  it("signs in from an address without wrong guesses", async () => {
    const calm = await flood();
    expect((await signIn(client())).status).toBe(303);
    expect((await signIn(client())).status).toBe(303);
    await calm();
  });

  it("changes the password in settings, limited only by session", async () => {
    const who = client();
    await signIn(who);
    const calm = await flood();
    const change = (currentPassword: string) =>
      who.submit("/dashboard/settings/sessions", { currentPassword, newPassword: owner.password });
    expect((await change(owner.password)).text).toContain("Password changed");
    for (let n = 0; n < 10; n++)
      expect((await change("not this one")).text).toContain("This is not your current password.");
    expectRefused(await change(owner.password));
    await calm();
    const other = client();
    await signIn(other);
    const changed = await other.submit("/dashboard/settings/sessions", {
      currentPassword: owner.password,
      newPassword: owner.password,
    });
    expect(changed.text).toContain("Password changed");
  });
});

describe("a known device", () => {
  it("signs in although its address is refused; its guesses do not count by account or address", async () => {
    const known = await knownBrowser("192.0.2.91");
    await useUpAddress("192.0.2.91");
    const before = await strangersGuesses();
    expect((await signIn(known, wrong)).text).toContain("Incorrect email or password.");
    expect(await strangersGuesses()).toBe(before);
    expect((await signIn(known)).status).toBe(303);
  });

  it("has its own limit of five guesses, which affects nobody else", async () => {
    const known = await knownBrowser();
    const other = await knownBrowser();
    for (let n = 0; n < 5; n++)
      expect((await signIn(known, wrong)).text).toContain("Incorrect email or password.");
    expectRefused(await signIn(known));
    expect((await signIn(other)).status).toBe(303);
    expect((await signIn(client())).status).toBe(303);
  });

  it("is unknown to other accounts, and to its own with a forged cookie", async () => {
    const known = await knownBrowser();
    const name = deviceCookie(known);
    const forger = client();
    const count = await strangersGuesses();
    await forger.submit("/dashboard/sign-in", wrong, {
      Cookie: `${name}=AAAAAAAAAAAAAAAAAAAAAA.${"A".repeat(43)}`,
    });
    expect(await strangersGuesses()).toBe(count + 1);
    const email = "someone-else@example.com";
    await signIn(known, { email, password: "wrong wrong" });
    expect(await strangersGuesses()).toBe(count + 2);
  });

  it("keeps a long-lived cookie that is HttpOnly and SameSite", async () => {
    const { cookies } = await signIn(client());
    expect(cookies.find((cookie) => cookie.startsWith("slugline.device."))).toMatch(
      /^slugline\.device\.[0-9a-f-]{36}=[\w-]{22}\.[\w-]{43}; Path=\/; Expires=[^;]+; Max-Age=34560000; HttpOnly; SameSite=lax$/i,
    );
  });

  it("becomes unknown when the password changes or the owner ends other sessions", async () => {
    const here = client();
    await signIn(here);
    const isKnown = async (who: DashboardClient): Promise<boolean> => {
      const count = await strangersGuesses();
      await signIn(who, wrong);
      return (await strangersGuesses()) === count;
    };
    const first = await knownBrowser();
    expect(await isKnown(first)).toBe(true);
    await here.submit("/dashboard/settings/sessions", {
      currentPassword: owner.password,
      newPassword: owner.password,
    });
    expect(await isKnown(first)).toBe(false);
    const again = client();
    again.copy(deviceCookie(here), here);
    expect(await isKnown(again)).toBe(true);

    const second = await knownBrowser();
    const [session = { id: "", ownerId: "" }] = await service.sql<{ id: string; ownerId: string }>(
      `SELECT "id", "ownerId" FROM "OwnerSession" WHERE "ownerId" = (SELECT "id" FROM "Owner" WHERE "email" = $1) LIMIT 1`,
      [owner.email],
    );
    const own = createOwnService(service.databaseUrl, { BASE_URL: service.server.url });
    await endOtherSessions(person(session.ownerId), session.id, new Date()).finally(() =>
      own.stop(),
    );
    expect(await isKnown(second)).toBe(false);
  });
});
