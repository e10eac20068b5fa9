// Run: verify
import { beforeAll, describe, expect, it } from "vitest";
import { commandLine } from "@/lib/audit/record-event";
import type { SluglineError } from "@/lib/core/errors";
import { makeApiToken } from "@/lib/owners/api-tokens";
import { removeOwner } from "@/lib/owners/owners";
import { inviteOwner } from "@/lib/sign-in/invites";
import { offerReset, resetPath } from "@/lib/sign-in/password-resets";
import { DashboardClient, owner, ownerEnv, type PageAnswer } from "../support/dashboard";
import { createOwnService } from "../support/own-service";
import { person } from "../support/person";
import { isFullRun } from "../support/run";
import { startServer } from "../support/server";
import { useService } from "../support/service";
import { refusalOf } from "../unit/support/refusal";

const service = useService({ env: ownerEnv });

let next = 0;
/** A client from an address of its own, so that no test slows another. */
const client = (address = `198.51.100.${++next}`) => new DashboardClient(service.server, address);

async function signIn(
  who: DashboardClient,
  password = owner.password,
  headers: Record<string, string> = {},
): Promise<PageAnswer> {
  return who.submit("/dashboard/sign-in", { email: owner.email, password }, headers);
}

const isSignedIn = async (who: DashboardClient) =>
  (await who.get("/dashboard/settings/tokens")).status === 200;

/** Everything that the database holds, as text. */
async function dump(): Promise<string> {
  const tables = await service.sql<{ name: string }>(
    `SELECT "relname" AS "name" FROM "pg_class" WHERE "relkind" = 'r' AND "relnamespace" = 'public'::regnamespace`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => service.sql(`SELECT to_jsonb(t) AS "row" FROM "${name}" t`)),
  );
  return JSON.stringify(rows);
}

describe("signing in", () => {
  it("redirects to the requested page, and never to another site", async () => {
    const asked = await client().get("/dashboard/settings/doctor?x=1");
    expect(asked.location).toBe("/dashboard/sign-in?next=%2Fdashboard%2Fsettings%2Fdoctor%3Fx%3D1");
    const form = { email: owner.email, password: owner.password };
    const back = await client().submit("/dashboard/sign-in", {
      ...form,
      next: "/dashboard/settings/doctor?x=1",
    });
    expect(back.location).toBe("/dashboard/settings/doctor?x=1");
    for (const evil of [
      "https://evil.example/",
      "//evil.example",
      "/dashboard//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      expect(
        (await client().submit("/dashboard/sign-in", { ...form, next: evil })).location,
        evil,
      ).toBe("/dashboard/overview");
    }
  });

  it("is delayed by account, but not refused to addresses without wrong guesses", async () => {
    const email = "wanted@example.com";
    const guess = (n: number) =>
      client(`192.0.2.${n}`).submit("/dashboard/sign-in", { email, password: "wrong wrong" });
    const keys = async () =>
      (
        await service.sql<{ key: string }>(
          `SELECT "key" FROM "GuessLimit" WHERE "key" LIKE 'account:%'`,
        )
      ).map(({ key }) => key);
    const before = await keys();
    await guess(1);
    // As if there had been many more.
    const [added = ""] = (await keys()).filter((key) => !before.includes(key));
    await service.sql(`UPDATE "GuessLimit" SET "points" = 5000 WHERE "key" = $1`, [added]);
    expect((await guess(2)).text).toContain("Incorrect email or password.");
    expect(
      await service.sql(`SELECT "points" FROM "GuessLimit" WHERE "key" = $1`, [added]),
    ).toEqual([{ points: 5001 }]);
  });

  it("stores neither addresses nor plain passwords", async () => {
    const address = "203.0.113.77";
    await signIn(client(address), "a very secret guess");
    await signIn(client(address));
    const text = await dump();
    expect(
      await service.sql(`SELECT "key" FROM "GuessLimit" WHERE "key" LIKE 'address:%'`),
    ).not.toEqual([]);
    expect(text).toContain(owner.email);
    for (const secret of [address, "a very secret guess", owner.password])
      expect(text).not.toContain(secret);
    expect(service.server.output()).not.toContain(address);
  });

  it("ends with sign-out, also for a copied cookie", async () => {
    const who = client();
    await signIn(who);
    const copy = who.cookieHeader();
    await who.send("/dashboard/settings/sessions", { headers: { Cookie: copy } });
    // The first form of the page is the one to sign out.
    const form = await who.hiddenFields("/dashboard/settings/sessions", "$ACTION_KEY");
    expect(form).toHaveProperty("$ACTION_KEY");
    const { status, location } = await who.sendForm("/dashboard/settings/sessions", form);
    expect([status, location]).toEqual([303, "/dashboard/sign-in"]);
    expect((await client().get("/dashboard/settings/tokens", { Cookie: copy })).status).toBe(307);
  });

  it("cannot be forged with another signature or from database contents", async () => {
    const who = client();
    await signIn(who);
    const [{ token } = { token: "" }] = await service.sql<{ token: string }>(
      `SELECT "token" FROM "OwnerSession" LIMIT 1`,
    );
    for (const value of [
      token,
      `${token}.`,
      `${token}.AAAA`,
      /slugline\.session=([^;]+)/.exec(who.cookieHeader())?.[1]?.replace(/.$/, "x"),
    ]) {
      const { status } = await client().get("/dashboard/settings/tokens", {
        Cookie: `slugline.session=${value}`,
      });
      expect(status, value).toBe(307);
    }
  });
});

describe("pages without a session", () => {
  const pages = [
    ...[
      "tokens",
      "owners",
      "sessions",
      "preferences",
      "data",
      "stored",
      "doctor",
      "data/export?format=json",
    ].map((part) => `/dashboard/settings/${part}`),
    "/dashboard/missed",
    "/dashboard/tags",
    "/dashboard/statistics?slug=private-canary",
    "/dashboard/statistics/export?slug=private-canary&format=json",
    "/dashboard/links/private-canary/sheet",
    "/dashboard/links/private-canary/test",
  ];
  /**
   * The cookie only has to be there for the middleware to pass the request on: what stands behind
   * it must guard itself.
   */
  const cookies = isFullRun
    ? [{}, { Cookie: "__Host-slugline.session=x.y" }, { Cookie: "slugline.session=x" }]
    : [{ Cookie: "slugline.session=x" }];

  beforeAll(async () => {
    await service.api.create({ slug: "private-canary", title: "private canary title" });
  });

  const variants: [
    string,
    (path: string) => { path: string; method?: string; headers?: Record<string, string> },
  ][] = [
    ["as it is", (path) => ({ path })],
    ["HEAD", (path) => ({ path, method: "HEAD" })],
    [
      "an RSC request",
      (path) => ({ path: `${path}${path.includes("?") ? "&" : "?"}_rsc=1`, headers: { RSC: "1" } }),
    ],
    ["a prefetch", (path) => ({ path, headers: { RSC: "1", "Next-Router-Prefetch": "1" } })],
    [".rsc", (path) => ({ path: path.replace(/(\?|$)/, ".rsc$1") })],
    ["_next/data", (path) => ({ path: `/_next/data/build${path.split("?")[0]}.json` })],
    [
      "x-middleware-subrequest",
      (path) => ({
        path,
        headers: {
          "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware",
        },
      }),
    ],
    ["encoded slashes", (path) => ({ path: path.replace("/settings/", "%2Fsettings%2F") })],
    ["encoded letters", (path) => ({ path: path.replace("/settings", "/%73ettings") })],
    ["doubled slashes", (path) => ({ path: path.replace("/settings", "//settings") })],
    ["an absolute-form target", (path) => ({ path: `http://evil.example${path}` })],
    ["a trailing slash", (path) => ({ path: path.replace(/(\?|$)/, "/$1") })],
  ];

  it.each(variants)("reveal nothing about the owner: %s", async (_, vary) => {
    for (const page of pages) {
      for (const cookie of cookies) {
        const { path, method = "GET", headers = {} } = vary(page);
        const answer = await client().send(path, { method, headers: { ...headers, ...cookie } });
        const told = `${method} ${path} ${JSON.stringify(cookie)} ${answer.status}`;
        expect(answer.status, told).toBeLessThan(500);
        if (answer.status === 200)
          expect(answer.body, told).toMatch(
            /NEXT_REDIRECT;[a-z]+;\/dashboard\/sign-in|<title>Sign in/,
          );
        for (const secret of ["private canary", owner.email, "slg_"])
          expect(answer.body, told).not.toContain(secret);
      }
    }
  });

  it("do not expose the auth library's sign-up route", async () => {
    for (const path of [
      "/api/auth/sign-up/email",
      "/api/auth/sign-in/email",
      "/dashboard/api/auth/sign-up/email",
    ]) {
      const answer = await client().send(path, {
        method: "POST",
        headers: { Origin: service.server.url, "Content-Type": "application/json" },
        body: JSON.stringify({
          email: "intruder@example.com",
          password: "long enough for this",
          name: "x",
        }),
      });
      expect(answer.status, path).toBeGreaterThanOrEqual(303);
    }
    expect(
      await service.sql(`SELECT 1 FROM "Owner" WHERE "email" = 'intruder@example.com'`),
    ).toEqual([]);
  });
});

describe("a signed-in browser", () => {
  it("gets pages while its session cannot be written", async () => {
    const who = client();
    await signIn(who);
    await service.sql(`UPDATE "OwnerSession" SET "updatedAt" = "updatedAt" - interval '1 hour'`);
    // What a read-only database answers, for this table alone.
    await service.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'cannot execute UPDATE in a read-only transaction' USING ERRCODE = '25006'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON "OwnerSession" FOR EACH ROW EXECUTE FUNCTION refuse()`);
    try {
      expect(await isSignedIn(who)).toBe(true);
    } finally {
      await service.sql("DROP FUNCTION refuse() CASCADE");
    }
    expect(await isSignedIn(who)).toBe(true);
  });

  it("gets pages that run only scripts with the response's nonce", async () => {
    const who = client();
    await signIn(who);
    const { headers, body } = await who.get("/dashboard/settings/tokens");
    const policy = String(headers["content-security-policy"]);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic';/);
    expect(policy).not.toContain("unsafe-eval");
    const scripts = body.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(headers["cache-control"]).toBe("private, no-store");
    const again = await who.get("/dashboard/settings/tokens");
    expect(String(again.headers["content-security-policy"])).not.toContain(nonce);
  });
});

describe("what an owner made", () => {
  /** Runs an action of the owners' page and returns the path of the link that it makes. */
  async function linkFrom(
    who: DashboardClient,
    action: string,
    ...values: string[]
  ): Promise<string> {
    const { body } = await who.callAction(owners, action, values);
    return /\/dashboard\/(?:invite|reset)\/[\w-]+/.exec(body)?.[0] ?? body;
  }
  const owners = "/dashboard/settings/people";
  const idOf = async (email: string) =>
    (await service.sql<{ id: string }>(`SELECT "id" FROM "Owner" WHERE "email" = $1`, [email]))[0]
      ?.id ?? "";
  const isOver = async (path: string) =>
    (await client().get(path)).text.includes("has expired or was already used");
  const isAccepted = async (server: { url: string }, token: string) =>
    (await fetch(`${server.url}/api/stats`, { headers: { Authorization: `Bearer ${token}` } }))
      .status === 200;

  /** A signed-in owner whom `by` invited. */
  async function join(by: DashboardClient, email: string): Promise<DashboardClient> {
    const who = client();
    const { location } = await who.submit(await linkFrom(by, "invite", "owner"), {
      email,
      name: "",
      password: owner.password,
    });
    expect(location).toBe("/dashboard/overview");
    return who;
  }

  it.runIf(isFullRun)("ends with the owner, on every instance", async () => {
    const mara = client();
    await signIn(mara);
    const [maraId, eve] = [await idOf(owner.email), await join(mara, "eve@example.com")];
    const eveId = await idOf("eve@example.com");
    const again = client();
    await again.submit("/dashboard/sign-in", {
      email: "eve@example.com",
      password: owner.password,
    });

    const reset = await linkFrom(eve, "makeReset", maraId);
    const invite = await linkFrom(eve, "invite", "owner");
    const own = createOwnService(service.databaseUrl, { BASE_URL: service.server.url });
    const wanted = { name: "script", role: "owner", expiresInDays: null } as const;
    const { token } = await makeApiToken(
      { owner: { id: eveId, role: "owner" }, by: person(eveId) },
      wanted,
      new Date(),
    ).finally(() => own.stop());
    const [guest, holder] = [client(), client()];
    const inviteForm = await guest.hiddenFields(invite, "email");
    const resetForm = await holder.hiddenFields(reset, "password");
    const other = await startServer(service.databaseUrl, { env: ownerEnv });
    try {
      for (const server of [service.server, other])
        await expect.poll(() => isAccepted(server, token)).toBe(true);
      const { body } = await mara.get(owners);
      expect(body.replaceAll("\\", "")).toContain(
        '"ends":{"sessions":2,"apiTokens":1,"invites":1,"shares":0,"resets":1}',
      );

      const forEve = await linkFrom(mara, "makeReset", eveId);
      await mara.callAction(owners, "remove", [eveId]);
      for (const path of [reset, invite, forEve]) expect(await isOver(path), path).toBe(true);
      for (const who of [eve, again]) expect(await isSignedIn(who)).toBe(false);
      expect(await isAccepted(service.server, token)).toBe(false);
      await expect.poll(() => isAccepted(other, token)).toBe(false);
    } finally {
      await other.stop();
    }
    const joined = await guest.sendForm(invite, {
      ...inviteForm,
      email: "mallory@example.com",
      name: "",
      password: "a fine long password",
    });
    expect(joined.text).toContain("This link has expired or was already used");
    const taken = await holder.sendForm(reset, { ...resetForm, password: "a fine long password" });
    expect(taken.text).toContain("This link has expired or was already used");
    expect(
      (
        await client().submit("/dashboard/sign-in", {
          email: "eve@example.com",
          password: owner.password,
        })
      ).body,
    ).toContain("Incorrect email");
    expect(await isSignedIn(mara)).toBe(true);
    expect((await signIn(client())).status).toBe(303);
  });

  it("stays if another owner or the command line made it", async () => {
    const mara = client();
    await signIn(mara);
    const [noor] = [await join(mara, "noor@example.com"), await join(mara, "rita@example.com")];
    const [noorId, ritaId] = [await idOf("noor@example.com"), await idOf("rita@example.com")];
    const own = createOwnService(service.databaseUrl, { BASE_URL: service.server.url });
    try {
      const [byOther, fromTerminal, unknown] = [
        await linkFrom(noor, "makeReset", await idOf(owner.email)),
        resetPath((await offerReset({ id: noorId }, null, commandLine, new Date())) ?? ""),
        resetPath("of-an-earlier-version"),
      ];
      await service.sql(
        `INSERT INTO "PasswordReset" ("ownerId", "hash", "createdAt", "expiresAt") SELECT $1, sha256('of-an-earlier-version'), now(), now() + interval '30 minutes'`,
        [await join(mara, "old@example.com").then(() => idOf("old@example.com"))],
      );
      expect(await isOver(unknown)).toBe(false);
      await mara.callAction(owners, "remove", [ritaId]);
      expect([await isOver(byOther), await isOver(fromTerminal)]).toEqual([false, false]);
      // Who made it is not known, so it may have been the one who was removed.
      expect(await isOver(unknown)).toBe(true);
    } finally {
      await own.stop();
    }
  });

  it.runIf(isFullRun)("ends also if it is made while the owner is removed", async () => {
    const mara = client();
    await signIn(mara);
    const maraId = await idOf(owner.email);
    await service.sql(`DELETE FROM "PasswordReset"`);
    const own = createOwnService(service.databaseUrl, { BASE_URL: service.server.url });
    try {
      for (let round = 0; round < 5; round++) {
        const email = `brief${round}@example.com`;
        await join(mara, email);
        const id = await idOf(email);
        const now = new Date();
        const making = [
          () => inviteOwner({ invitedById: id, email: null, role: "owner" }, person(id), now),
          () => offerReset({ id: maraId }, id, person(id), now),
          () =>
            makeApiToken(
              { owner: { id, role: "owner" }, by: person(id) },
              { name: "brief", role: "owner", expiresInDays: null },
              now,
            ),
        ];
        const outcomes = await Promise.all([
          removeOwner(person(maraId), id, now),
          ...making.map((make) => make().catch(({ code }: SluglineError) => code)),
        ]);
        for (const outcome of outcomes.filter(
          (outcome) => typeof outcome === "string" && outcome.length < 20,
        ))
          expect(outcome).toBe("forbidden");
        for (const make of making) expect((await refusalOf(make)).code).toBe("forbidden");
      }
    } finally {
      await own.stop();
    }
    const left = `SELECT 1 FROM "OwnerInvite" WHERE "invitedById" IS NOT NULL UNION ALL SELECT 1 FROM "ApiToken"`;
    expect(
      await service.sql(
        `${left} UNION ALL SELECT 1 FROM "PasswordReset" WHERE "ownerId" = '${maraId}'`,
      ),
    ).toEqual([]);
  });
});
