// Run: verify
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { access, hasRole, type Role, roles } from "@/lib/core/access";
import type { SluglineError } from "@/lib/core/errors";
import { changeRole } from "@/lib/owners/change-role";
import { removeOwner } from "@/lib/owners/owners";
import { DashboardClient } from "../support/dashboard";
import { createOwnService } from "../support/own-service";
import { ownerCommand, printedPath } from "../support/owner-command";
import { person } from "../support/person";
import { isFullRun } from "../support/run";
import { useService } from "../support/service";

const password = "correct horse battery";
const service = useService({
  env: { OWNER_EMAIL: "owner@example.com", OWNER_PASSWORD: password, RATE_LIMITS: "off" },
});
const people = {} as Record<Role, DashboardClient>;
const tokens = {} as Record<Role, string>;

let next = 0;
const client = () => new DashboardClient(service.server, `198.51.100.${++next}`);
const emailOf = (role: Role) => `${role}@example.com`;
const idOf = async (email: string) =>
  (await service.sql<{ id: string }>(`SELECT "id" FROM "Owner" WHERE "email" = $1`, [email]))[0]
    ?.id ?? "";
const roleOf = async (email: string) =>
  (await service.sql<{ role: string }>(`SELECT "role" FROM "Owner" WHERE "email" = $1`, [email]))[0]
    ?.role;
const peoplePage = "/dashboard/settings/people";

async function signIn(email: string): Promise<DashboardClient> {
  const who = client();
  expect((await who.submit("/dashboard/sign-in", { email, password })).location).toBe(
    "/dashboard/overview",
  );
  return who;
}

async function join(email: string, role: Role): Promise<DashboardClient> {
  const { body } = await people.owner.callAction(peoplePage, "invite", [role]);
  const who = client();
  const path = /\/dashboard\/invite\/[\w-]+/.exec(body)?.[0] ?? body;
  expect((await who.submit(path, { email, name: "", password })).location).toBe(
    "/dashboard/overview",
  );
  return who;
}

/** Makes a token as the settings do; its text, or the refusal. */
async function makeToken(who: DashboardClient, role: Role): Promise<string> {
  const { body } = await who.callFormAction("/dashboard/settings/tokens", "submitToken", {
    name: "script",
    role,
    expiresInDays: "",
  });
  return /slg_[\w-]{43}/.exec(body)?.[0] ?? body;
}

beforeAll(async () => {
  await service.api.create({ slug: "known" });
  people.owner = await signIn(emailOf("owner"));
  people.editor = await join(emailOf("editor"), "editor");
  people.reader = await join(emailOf("reader"), "reader");
  for (const role of roles) tokens[role] = await makeToken(people.owner, role);
});

const filled = (path: string) =>
  path
    .replace("[slug]", "known")
    .replace("[token]", "x")
    .replace("[id]", "0d3f7f0e-5b1c-4c53-9d3a-7f6f5a1c2b3d")
    .replace("[...path]", "x/y");
/** All roles in the full run; otherwise the highest that is not let in. */
const askedAs = (needed: string): readonly Role[] => {
  const lowest = roles.indexOf(needed as Role);
  return isFullRun ? roles : roles.slice(Math.max(0, lowest - 1), lowest);
};
const needing = <T extends Record<string, string>>(entries: T) =>
  Object.entries(entries).flatMap(([name, needed]) =>
    needed === "anyone" ? [] : askedAs(needed).map((role) => [name, role, needed as Role] as const),
  );
it("the list of changes offers Undo to those who may edit links", async () => {
  await service.api.patch("known", { title: "Changed" });
  for (const role of roles) {
    const { body } = await people[role].get("/dashboard/settings/activity/links");
    expect(body).toContain("Changed");
    expect(body.includes('aria-label="Undo Title'), role).toBe(hasRole(role, "editor"));
  }
});

describe("every page", () => {
  it.each(needing(access.pages))("%s for a %s", async (page, role, needed) => {
    const { status, location = "" } = await people[role].get(filled(page));
    if (!hasRole(role, needed)) return expect([status, location]).toEqual([404, ""]);
    expect(location).not.toContain("sign-in");
    expect([200, 307, page.includes("...") ? 404 : 200]).toContain(status);
  });

  it.each(
    Object.keys(access.pages).filter(
      (page) => access.pages[page as keyof typeof access.pages] !== "anyone",
    ),
  )("%s for nobody", async (page) => {
    expect((await client().get(filled(page))).location).toMatch(/^\/dashboard\/sign-in/);
  });

  it.each(
    Object.entries(access.pages).flatMap(([page, needed]) => (needed === "anyone" ? [page] : [])),
  )("%s opens without a session", async (page) => {
    const { status, location = "" } = await client().get(filled(page));
    // Nothing is shared at the address that is asked for.
    expect(page.includes("/share/") ? [404] : [200, 307]).toContain(status);
    // That is how the middleware asks for a session.
    expect(location).not.toContain(`next=${encodeURIComponent(filled(page))}`);
  });
});

it("the address of the people in earlier versions leads to the page of today", async () => {
  const { status, location } = await people.owner.get("/dashboard/settings/owners");
  expect([status, location]).toEqual([307, peoplePage]);
});

describe("a reader", () => {
  it("sees no control that changes something, and no token or invitation", async () => {
    for (const path of [
      "/dashboard/overview",
      "/dashboard/links",
      "/dashboard/links/known",
      "/dashboard/missed",
      "/dashboard/settings/data",
    ]) {
      const html = (body: string) => body.replaceAll(/<script\b.*?<\/script>/gs, "");
      const { body } = await people.reader.get(path);
      const [seen, all] = [html(body), html((await people.owner.get(path)).body)];
      const buttons =
        /New link(?!s)|>Edit|Import links|Add alias|Add channel|Select known|Disable<|Delete|API tokens|People|settings\/doctor/g;
      expect([path, seen.match(buttons)]).toEqual([path, null]);
      // The data for React, too.
      expect([path, body.match(/slg_|"passwordHash"|\/invite\/|settings\/doctor/g)]).toEqual([
        path,
        null,
      ]);
      expect(all.match(buttons), path).not.toBeNull();
    }
  });
});

describe("tokens", () => {
  it("never exceed the role of their maker, also when that is lowered, and end with the maker", async () => {
    expect(await makeToken(people.editor, "owner")).toContain("at most the Editor role");
    const who = await join("maker@example.com", "editor");
    const token = await makeToken(who, "editor");
    const status = async () =>
      (await service.api.call("POST", "/api/links", { url: "https://example.com/" }, { token }))
        .status;
    expect(await status()).toBe(201);
    const id = await idOf("maker@example.com");
    await people.owner.callAction(peoplePage, "changeRole", [id, "reader"]);
    expect(await status()).toBe(403);
    expect((await who.get("/dashboard/settings/tokens")).status).toBe(404);
    await people.owner.callAction(peoplePage, "remove", [id]);
    expect(await status()).toBe(401);
  });

  it("of others are hidden from an editor, who cannot revoke them", async () => {
    const [{ id } = { id: "" }] = await service.sql<{ id: string }>(
      `SELECT "id" FROM "ApiToken" WHERE "role" = 'reader' AND "revokedAt" IS NULL LIMIT 1`,
    );
    expect((await people.owner.get("/dashboard/settings/tokens")).body).toContain(id);
    const { body, text } = await people.editor.get("/dashboard/settings/tokens");
    expect(body).not.toContain(id);
    expect(text).not.toContain("Server token");
    await people.editor.callAction("/dashboard/settings/tokens", "revokeToken", [id]);
    expect(
      (await service.api.call("GET", "/api/stats", undefined, { token: tokens.reader })).status,
    ).toBe(200);
  });

  it("of an earlier version read, or do everything", async () => {
    const made = async (canWrite: boolean) => {
      const token = await makeToken(people.owner, "reader");
      await service.sql(
        `UPDATE "ApiToken" SET "role" = NULL, "canWrite" = $2 WHERE "lastFour" = $1`,
        [token.slice(-4), canWrite],
      );
      await sleep(900);
      return (
        await service.api.call("POST", "/api/links", { url: "https://example.com/" }, { token })
      ).status;
    };
    expect([await made(false), await made(true)]).toEqual([403, 201]);
  });
});

describe("the last owner", () => {
  it("can be neither lowered nor removed", async () => {
    const id = await idOf(emailOf("owner"));
    expect(
      (await people.owner.callAction(peoplePage, "changeRole", [id, "reader"])).body,
    ).toContain("One owner must remain");
    expect((await people.owner.callAction(peoplePage, "remove", [id])).text).toContain(
      "You cannot remove yourself",
    );
    expect(await roleOf(emailOf("owner"))).toBe("owner");
  });

  it("does not replace a role that another owner gave meanwhile", async () => {
    await join("between@example.com", "editor");
    const id = await idOf("between@example.com");
    const change = async (role: string, seen: string) =>
      (await people.owner.callAction(peoplePage, "changeRole", [id, role, seen])).body;
    expect(await change("reader", "editor")).not.toContain("precondition_failed");
    expect(await change("owner", "editor")).toContain("precondition_failed");
    expect(await roleOf("between@example.com")).toBe("reader");
    await people.owner.callAction(peoplePage, "remove", [id]);
  });

  it("stays if two lower or remove each other at the same time", async () => {
    const own = createOwnService(service.databaseUrl, { BASE_URL: service.server.url });
    try {
      for (let round = 0; round < 6; round++) {
        const emails = [`a${round}@example.com`, `b${round}@example.com`];
        for (const email of emails) await join(email, "owner");
        const [a = "", b = ""] = await Promise.all(emails.map(idOf));
        const act = (by: string, to: string) =>
          round % 2 === 0
            ? changeRole(person(by), to, "reader", new Date())
            : removeOwner(person(by), to, new Date());
        const outcomes = await Promise.all(
          [act(a, b), act(b, a)].map((done) =>
            done.then(() => "done").catch(({ code }: SluglineError) => code),
          ),
        );
        expect(outcomes.toSorted()).toEqual(["done", "forbidden"]);
        const left = await service.sql<{ id: string }>(
          `SELECT "id" FROM "Owner" WHERE "role" = 'owner' AND "id" = ANY($1)`,
          [[a, b]],
        );
        expect(left).toHaveLength(1);
        await service.sql(`DELETE FROM "Owner" WHERE "id" = ANY($1)`, [[a, b]]);
      }
    } finally {
      await own.stop();
    }
  });

  it("lowers itself once another one is there; what lets others in ends then", async () => {
    const who = await join("second@example.com", "owner");
    const id = await idOf("second@example.com");
    const link =
      /\/dashboard\/invite\/[\w-]+/.exec(
        (await who.callAction(peoplePage, "invite", ["owner"])).body,
      )?.[0] ?? "";
    await who.callAction(peoplePage, "changeRole", [id, "editor"]);
    expect(await roleOf("second@example.com")).toBe("editor");
    expect((await who.get(peoplePage)).status).toBe(404);
    expect((await client().get(link)).text).toContain("has expired or was already used");
  });
});

it("what an owner made at the moment of losing the role lets nobody in", async () => {
  const who = await join("third@example.com", "owner");
  const made = [
    await who.callAction(peoplePage, "invite", ["owner"]),
    await who.callAction(peoplePage, "makeReset", [await idOf(emailOf("editor"))]),
  ];
  const links = made.map(
    ({ body }) => /\/dashboard\/(?:invite|reset)\/[\w-]+/.exec(body)?.[0] ?? body,
  );
  const isOver = async (link: string) =>
    (await client().get(link)).text.includes("has expired or was already used");
  expect(await Promise.all(links.map(isOver))).toEqual([false, false]);
  // As if the rows came after the role was changed, which deletes those that are there.
  await service.sql(`UPDATE "Owner" SET "role" = 'editor' WHERE "email" = 'third@example.com'`);
  expect(await Promise.all(links.map(isOver))).toEqual([true, true]);
});

it.runIf(isFullRun)("npm run owner -- add EMAIL --role invites with that role", async () => {
  const settings = { DATABASE_URL: service.databaseUrl, BASE_URL: service.server.url };
  const path = printedPath(
    await ownerCommand(["add", "cli@example.com", "--role", "reader"], settings),
  );
  const who = client();
  expect((await who.get(path)).body).toMatch(/<input[^>]* readOnly[^>]* value="cli@example\.com"/i);
  const other = await who.submit(path, { email: "other@example.com", name: "", password });
  expect(other.text).toContain("This invitation is for cli@example.com.");
  expect(await roleOf("other@example.com")).toBeUndefined();
  await who.submit(path, { email: "cli@example.com", name: "", password });
  expect(await roleOf("cli@example.com")).toBe("reader");
  const { code, error } = await ownerCommand(
    ["add", "cli2@example.com", "--role", "root"],
    settings,
  );
  expect([code, error]).toEqual([1, expect.stringContaining("--role owner|editor|reader")]);
  // Somebody else as the first person would close the set-up without an owner.
  await service.sql(`DELETE FROM "Owner" WHERE "role" = 'owner'`);
  const early = await ownerCommand(["add", "cli3@example.com", "--role", "reader"], settings);
  expect([early.code, early.error]).toEqual([
    1,
    expect.stringContaining("There is no owner yet. Add one first: npm run owner -- add EMAIL"),
  ]);
  expect((await ownerCommand(["add", "cli3@example.com"], settings)).code).toBe(0);
});
