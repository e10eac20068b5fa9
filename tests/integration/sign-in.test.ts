// Run: verify
import { randomUUID } from "node:crypto";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine } from "@/lib/audit/record-event";
import type { Service as OwnService } from "@/lib/service/service";
import { inviteOwner, invitePath, withdrawInvite } from "@/lib/sign-in/invites";
import { offerReset, resetPath } from "@/lib/sign-in/password-resets";
import { DashboardClient, ownerEnv, type PageAnswer } from "../support/dashboard";
import { startProvider, type TestProvider } from "../support/oidc-provider";
import { createOwnService } from "../support/own-service";
import { isFullRun, ways as served } from "../support/run";
import { appCode, secondStep, setUpApp } from "../support/second-factor";
import { useService } from "../support/service";
import { begin, callbackPath, oidcVariables } from "../support/single-sign-on";

/**
 * Every way in, and what may happen on the way: where it leads, which session and which cookies there
 * are then, and what the activity log has. Passkeys need a browser: `e2e/passkeys`.
 */
const password = "correct horse battery";
const demoKey = "only-for-looking-around";
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const home = "/dashboard/overview";
const now = () => new Date();

/** Sends what proves who it is, or something that is wrong. */
type Send = (isRight: boolean, headers?: Record<string, string>) => Promise<PageAnswer>;

/** Somebody who may come in this way. */
interface Made {
  email?: string;
  /** In a browser at the page of this way. */
  open: (who: DashboardClient) => Promise<Send>;
  /** Ends what it proves. */
  end?: () => Promise<unknown>;
}

interface WayIn {
  make: () => Promise<Made>;
  /** What the activity log has of one who came in. */
  noted: string[];
  /** What a wrong proof is told, and what the activity log has of it. */
  wrong: RegExp;
  failed?: string[];
  /** A proof that counts once. */
  isOnce?: true;
  /** So many wrong ones are allowed, of an address unless it is said otherwise. */
  most?: number;
  /** Who is refused after those. */
  limits?: "account" | "wrong ones";
  /** It opens something, but no session. */
  opens?: "page";
  /** A link, not a form. */
  isLink?: true;
  /** Whoever comes in ends the earlier sessions. */
  endsOthers?: true;
}

describe.each(served)("signing in, %s", (served) => {
  const env: Record<string, string> = { ...ownerEnv, DEMO_KEY: demoKey };
  let provider: TestProvider;
  let own: OwnService;

  beforeAll(async () => {
    const port = await getPort({ host: "127.0.0.1" });
    provider = await startProvider(`http://localhost:${port}${callbackPath}`);
    Object.assign(env, oidcVariables(provider), { PORT: String(port) });
  });
  const service = useService({ way: served, env });
  beforeAll(async () => {
    const { server, databaseUrl } = service;
    own = createOwnService(databaseUrl, { BASE_URL: server.url, API_TOKEN: server.token });
    // What the service keeps belongs to the layer of Next that made it, whose classes are not those of
    // the others: here a route handler is the first.
    expect((await browser().get("/dashboard/preview-image?url=x&key=y")).status).toBe(401);
  });
  afterAll(async () => {
    await own?.stop();
    await provider?.stop();
  });

  let next = 0;
  const browser = (address = `198.51.100.${++next}`) =>
    new DashboardClient({ url: service.server.url.replace("127.0.0.1", "localhost") }, address);
  const newEmail = () => `p${randomUUID().slice(0, 8)}@example.com`;

  async function invite(email: string | null = null) {
    return inviteOwner({ invitedById: null, email, role: "editor" }, commandLine, now());
  }

  async function join(email = newEmail()): Promise<string> {
    const { secret } = await invite(email);
    await (await once(invitePath(secret), secret, { email, name: "" })(browser()))(true);
    return email;
  }

  const ofOwner = (email: string) => `(SELECT "id" FROM "Owner" WHERE "email" = '${email}')`;
  const changePassword = (email: string) => () =>
    service.sql(
      `UPDATE "OwnerAccount" SET "password" = 'other' WHERE "ownerId" = ${ofOwner(email)}`,
    );

  /** A form at `page` with the field `field`. */
  const form =
    (page: string, field: string, fieldsOf: (isRight: boolean) => Record<string, string>) =>
    async (who: DashboardClient): Promise<Send> => {
      const hidden = await who.hiddenFields(page, field);
      return (isRight, headers) => who.sendForm(page, { ...hidden, ...fieldsOf(isRight) }, headers);
    };

  const passwordForm = (email: string) =>
    form("/dashboard/sign-in", "email", (isRight) => ({
      email,
      password: isRight ? password : "not the password",
    }));

  /** At the second step, with an authenticator app. */
  const withApp = (proofOf: (code: string, recovery: string[]) => string) => async () => {
    const email = await join();
    const who = browser();
    await (await passwordForm(email)(who))(true);
    const recovery = await setUpApp(who, password, secret);
    const proof = proofOf(appCode(secret), recovery);
    return {
      email,
      open: async (who: DashboardClient): Promise<Send> => {
        await (await passwordForm(email)(who))(true);
        expect(who.cookieNames()).toEqual(["slugline.half"]);
        return form(secondStep, "code", (isRight) => ({ code: isRight ? proof : "000000" }))(who);
      },
      end: changePassword(email),
    };
  };

  const once = (path: string, proof: string, more: Record<string, string> = {}) =>
    form(path, "password", (isRight) => ({
      ...more,
      secret: isRight ? proof : "another",
      password,
    }));

  const waysIn: Record<string, WayIn> = {
    "the link of a demo": {
      make: async () => ({
        open: async (who) => (isRight) =>
          who.get(`/dashboard/demo/${isRight ? demoKey : "another"}`),
      }),
      noted: ["signed-in"],
      wrong: /^/,
      failed: [],
      isLink: true,
    },
    "a password": {
      make: async () => {
        const email = await join();
        return { email, open: passwordForm(email), end: changePassword(email) };
      },
      noted: ["signed-in"],
      wrong: /Incorrect email or password\./,
      failed: ["sign-in-failed"],
      most: 10,
    },
    "a password that belongs to nobody": {
      make: async () => {
        const open = passwordForm(newEmail());
        return {
          open: async (who) => {
            const send = await open(who);
            return (_, headers) => send(false, headers);
          },
        };
      },
      noted: [],
      wrong: /Incorrect email or password\./,
      failed: ["sign-in-failed"],
    },
    "a code of an app": {
      make: withApp((code) => code),
      noted: ["signed-in"],
      wrong: /This code is wrong/,
      failed: ["sign-in-failed"],
      isOnce: true,
      most: 10,
      limits: "account",
    },
    "a recovery code": {
      make: withApp((_, [code = ""]) => code),
      noted: ["signed-in"],
      wrong: /This code is wrong/,
      failed: ["sign-in-failed"],
      isOnce: true,
    },
    "an invitation": {
      make: async () => {
        const email = newEmail();
        const { id, secret } = await invite();
        return {
          email,
          open: once(invitePath(secret), secret, { email, name: "" }),
          end: () => withdrawInvite(commandLine, id, now()),
        };
      },
      noted: ["person-added", "signed-in"],
      wrong: /This link has expired or was already used/,
      failed: [],
      isOnce: true,
      most: 20,
      limits: "wrong ones",
    },
    "a link for a new password": {
      endsOthers: true,
      make: async () => {
        const email = await join();
        const offer = async () => (await offerReset({ email }, null, commandLine, now())) ?? "";
        const secret = await offer();
        return { email, open: once(resetPath(secret), secret), end: offer };
      },
      noted: ["password-changed", "signed-in"],
      wrong: /This link has expired or was already used/,
      failed: [],
      isOnce: true,
      most: 20,
      limits: "wrong ones",
    },
    "single sign-on": {
      endsOthers: true,
      make: async () => {
        const email = await join();
        provider.people[email] = { email, email_verified: true };
        return {
          email,
          open: async (who) => {
            provider.person = email;
            const { pathname, searchParams } = await provider.walk(await begin(who));
            return (isRight) => {
              if (!isRight) searchParams.set("state", "x".repeat(43));
              return who.get(`${pathname}?${searchParams}`);
            };
          },
          end: () => service.sql(`DELETE FROM "Owner" WHERE "email" = $1`, [email]),
        };
      },
      noted: ["sign-on-connected", "signed-in"],
      wrong: /reason=browser/,
      failed: ["sign-in-failed"],
      isLink: true,
    },
    "the password of a share page": {
      make: async () => {
        const { slug } = await service.api.create({});
        const { body } = await service.api.call<{ id: string; url: string }>(
          "POST",
          "/api/shares",
          {
            slug,
            password,
          },
        );
        const { pathname } = new URL(body.url);
        const token = pathname.slice(-22);
        return {
          open: async (who) => (isRight) =>
            who.callFormAction(pathname, "submitSharePassword", {
              token,
              password: isRight ? password : "wrong",
            }),
          end: () => service.api.call("DELETE", `/api/shares/${body.id}`),
        };
      },
      noted: [],
      wrong: /Incorrect password/,
      failed: [],
      most: 20,
      opens: "page",
    },
    "the password of a link": {
      make: async () => {
        const { slug } = await service.api.create({ password });
        return {
          open: async (who) => (isRight) =>
            who.send(`/${slug}`, {
              method: "POST",
              headers: {
                "Content-Type": "application/x-www-form-urlencoded",
                "User-Agent": "Mozilla/5.0",
              },
              body: new URLSearchParams({ password: isRight ? password : "wrong" }).toString(),
            }),
          end: () => service.api.remove(slug),
        };
      },
      noted: [],
      wrong: /Incorrect password/,
      failed: [],
      most: 20,
      opens: "page",
    },
    "the set-up of the first owner": {
      make: async () => {
        await service.sql(`DELETE FROM "Owner"`);
        const email = newEmail();
        const fields = { email, name: "", password };
        const token = (isRight: boolean) => (isRight ? service.server.token : "wrong");
        return {
          email,
          open: form("/dashboard/setup", "email", (isRight) => ({
            ...fields,
            token: token(isRight),
          })),
          end: () => join(),
        };
      },
      noted: ["person-added", "signed-in"],
      wrong: /This is not the API token of this server/,
      failed: [],
      isOnce: true,
      most: 10,
    },
  };

  /** What the activity log got since the last call. */
  async function noted(): Promise<string[]> {
    const rows = await service.sql<{ event: string }>(
      `DELETE FROM "AuditEvent" RETURNING "event", "id"`,
    );
    const made = ["person-invited", "password-link-made", "invitation-withdrawn"];
    return rows.map(({ event }) => event).filter((event) => !made.includes(event));
  }

  const sessionsOf = async ({ email = "" }: Made) =>
    (await service.sql(`SELECT FROM "OwnerSession" WHERE "ownerId" = ${ofOwner(email)}`)).length;
  const isSignedIn = async (who: DashboardClient) =>
    (await who.get("/dashboard/settings/preferences")).status === 200;
  const isIn = async (who: DashboardClient, opens?: "page") =>
    opens ? who.cookieNames().some((name) => /\.(entry|share)/.test(name)) : isSignedIn(who);

  describe.each(Object.entries(waysIn))("%s", (name, way) => {
    const { make, isOnce, opens, isLink, most, limits } = way;
    const isNobody = name.endsWith("nobody");

    it.skipIf(isNobody)("opens what it is for, and nothing else", async () => {
      const made = await make();
      const who = browser();
      const send = await made.open(who);
      const before = await sessionsOf(made);
      await noted();
      const { status, location, cookies } = await send(true);
      if (!opens)
        expect([status < 308, location?.replace(/^http:..[^/]+/, "")]).toEqual([true, home]);
      expect(await isIn(who, opens)).toBe(true);
      for (const cookie of cookies.filter((each) => /^slugline\.(session|device)/.test(each)))
        expect(cookie).toMatch(/^slugline\.[\w.-]+=[^;]*; .*HttpOnly; SameSite=lax$/i);
      expect(who.cookieNames().filter((each) => /\.(half|oidc)/.test(each))).toEqual([]);
      expect(await noted()).toEqual(expect.arrayContaining(way.noted));
      if (made.email) expect(await sessionsOf(made)).toBe(way.endsOthers ? 1 : before + 1);
    });

    it("opens nothing with a wrong proof", async () => {
      const made = await make();
      const who = browser();
      const send = await made.open(who);
      const before = await sessionsOf(made);
      await noted();
      const { status, body, location = "" } = await send(false);
      expect([status === 303, location + body]).toEqual([false, expect.stringMatching(way.wrong)]);
      expect(await isIn(who, opens)).toBe(false);
      expect(await noted()).toEqual(way.failed);
      expect(await sessionsOf(made)).toBe(before);
    });

    it.skipIf(isNobody || isLink || opens || served === "Next route").each([
      ["none", ""],
      ["null", "null"],
      ["foreign", "https://evil.example"],
      ["one that only looks like ours", "http://localhost.evil.example"],
      ["another port of this host", "http://localhost:1"],
    ])("opens nothing with the Origin: %s", async (_, origin) => {
      const made = await make();
      const who = browser();
      const { status, cookies } = await (await made.open(who))(true, { Origin: origin });
      expect([status, cookies, await isSignedIn(who)]).toEqual([403, [], false]);
    });

    it("opens nothing once that has ended meanwhile", async () => {
      const made = await make();
      if (!made.end) return;
      const who = browser();
      const send = await made.open(who);
      await made.end();
      await send(true);
      expect(await isIn(who, opens)).toBe(false);
    });

    it.skipIf(isNobody)(isOnce ? "counts once" : "counts as often as it is right", async () => {
      const made = await make();
      const browsers = [browser(), browser(), browser()];
      const [first, second, third] = await Promise.all(browsers.map((who) => made.open(who)));
      await Promise.all([first?.(true), second?.(true)]);
      await third?.(true);
      const are = await Promise.all(browsers.map((who) => isIn(who, opens)));
      expect(are.filter(Boolean)).toHaveLength(isOnce ? 1 : 3);
    });

    it.skipIf(!most)("is limited", async () => {
      const made = await make();
      const network = `2001:db8:77:${++next}`;
      // Another address of the same /64 is the same subscriber.
      const browsers = [browser(`${network}::1`), browser(`${network}:ffff::2`), browser()];
      const [guess, near, far] = (await Promise.all(browsers.map(made.open))) as [Send, Send, Send];
      for (let count = 0; count < (most ?? 0); count++)
        expect((await guess(false)).body).toMatch(way.wrong);
      const refused = await (limits === "wrong ones" ? guess(false) : near(true));
      expect(refused.body).toMatch(/Too many (wrong )?attempts/);
      if (served === "direct server")
        expect(refused).toMatchObject({
          status: 429,
          headers: { "retry-after": expect.stringMatching(/^[1-9]/) },
        });
      const passing = await (limits === "wrong ones" ? near : far)(true);
      expect(/Too many/.test(passing.body)).toBe(limits === "account");
    });
  });

  it.runIf(isFullRun)("a page of one-time links and its form share one count", async () => {
    const who = browser();
    const made = await waysIn["an invitation"]?.make();
    const send = await made?.open(who);
    for (let count = 0; count < 10; count++) await send?.(false);
    for (let count = 0; count < 10; count++) await who.get("/dashboard/invite/another");
    for (const answer of [await send?.(false), await who.get("/dashboard/reset/another")])
      expect(answer?.body).toMatch(/Too many wrong attempts/);
  });
});
