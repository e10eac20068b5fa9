// Run: verify
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { apiCommands, rooms } from "@/lib/commands/commands";
import type { AnyCommand } from "@/lib/commands/define";
import { hasRole, type Role, roles } from "@/lib/core/access";
import { roleNeeded } from "@/lib/owners/rights";
import { allLanguages } from "@/lib/texts/languages";
import { say } from "@/lib/texts/say";
import { importFields } from "@/lib/transfer/column-names";
import type { Problem } from "../support/contract";
import { actionId, pageOfAction } from "../support/dashboard";
import { type MadePerson, makePerson } from "../support/make-person";
import { movedDestination } from "../support/moved-destination";
import { openApi } from "../support/openapi";
import { RawConnection } from "../support/raw-connection";
import { isFullRun } from "../support/run";
import { type Service, useService } from "../support/service";

/** What a command guarantees, it guarantees on each door: the API, and the actions of the dashboard. */
const service = useService();

interface Answer {
  /** `ok`, or the code of the refusal. */
  code: string;
  /** What a refusal says. */
  words: string;
  value: unknown;
}

interface Send {
  key?: string | undefined;
  language?: string;
}

interface Given {
  name: string;
  /** The id of what it is about, if something was made before. */
  id: string;
}

type Door = ((person: MadePerson, given: Given, send?: Send) => Promise<Answer>) & {
  action?: string;
  /** Of one whose body can be held back. */
  request?: (given: Given) => Sent;
};

type Sent = [method: string, path: string, body?: unknown];

interface Case {
  command: Pick<AnyCommand, "name" | "repeats" | "portions" | "notes"> & { role: Role };
  /** Made before it, by whoever does it or by the API. Returns its id. */
  before?: (name: string, by: MadePerson) => Promise<string>;
  api?: Door;
  dashboard?: Door;
  /** A row if it was done. $1: the name. */
  done: string;
  /** The code of a second time, if that is refused. */
  conflict?: string;
  /** Where the answer has begun when its transaction is refused. */
  streams?: true;
}

/** What streams may have begun to answer. It then says in its rows that it was refused. */
const saysRefusal = ({ streams }: Case, body: string) => streams && /"error":/.test(body);

const doors = ["api", "dashboard"] as const;
const url = "https://example.com/";
const receiver = (name: string) => ({
  name,
  kind: "webhook",
  url: "https://hooks.example.com/x",
  events: ["link.created"],
});

const textOf = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));

/** The headers of a request by the API, or by a route of the dashboard. */
function headersOf({ token, cookie }: MadePerson, body: unknown, origin?: string) {
  return {
    "Content-Type": typeof body === "string" ? "text/csv" : "application/json",
    ...(origin ? { Cookie: cookie, Origin: origin } : { Authorization: `Bearer ${token}` }),
  };
}

function byApi(
  of: Pick<Service, "server">,
  request: (given: Given) => Sent,
  isRoute = false,
): Door {
  const ask: Door = async (person, given, { key } = {}) => {
    const [method, path, body] = request(given);
    const { url: origin } = of.server;
    const headers = {
      ...headersOf(person, body, isRoute ? origin : undefined),
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
    };
    const sent = body === undefined ? {} : { body: textOf(body) };
    const response = await fetch(origin + path, { method, headers, ...sent });
    const text = await response.text();
    const value = text === "" || (isRoute && response.ok) ? text : JSON.parse(text);
    return response.ok
      ? { code: "ok", words: "", value }
      : { code: value.code, words: value.detail, value };
  };
  const [, , body] = request({ name: "", id: "" });
  return Object.assign(ask, body === undefined ? {} : { request });
}

/** `values`: the arguments of an action, or the fields of a form. */
function byAction(
  of: Pick<Service, "server">,
  action: string,
  values: (given: Given, key: string) => unknown[] | Record<string, string>,
): Door {
  const ask: Door = async ({ cookie }, given, { key = randomUUID(), language = "en" } = {}) => {
    const sent = values(given, key);
    const { url: origin } = of.server;
    const response = await fetch(origin + pageOfAction(action), {
      method: "POST",
      headers: {
        ...{ Origin: origin, "Next-Action": actionId(action) },
        ...{ "Accept-Language": language, Cookie: cookie },
        ...(Array.isArray(sent) && { "Content-Type": "text/plain;charset=UTF-8" }),
      },
      body: Array.isArray(sent) ? JSON.stringify(sent) : formOf(sent),
    });
    const body = await response.text();
    const row = /^\w+:(\{"ok":.*)$/m.exec(body)?.[1];
    if (row === undefined)
      throw new Error(`${action} answered ${response.status}: ${body.slice(0, 500)}`);
    const { ok, code = "ok", message = "", value = null } = JSON.parse(row);
    return { code: ok ? "ok" : code, words: message, value };
  };
  return Object.assign(ask, { action });
}

/** As React writes the arguments of a form's action, which reads them when it gets to them. */
function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(`_1_${name}`, value);
  form.append("0", `[null,"$K1"]`);
  return form;
}

const made = async (path: string, body: unknown) =>
  (await service.api.call<{ id: string }>("POST", path, body)).body.id;
const link = (name: string) => made("/api/links", { slug: name, url });

const cases: Case[] = [
  {
    command: rooms.links.createLink,
    api: byApi(service, ({ name }) => ["POST", "/api/links", { slug: name, url }]),
    dashboard: byAction(service, "createLink", ({ name }, key) => [{ slug: name, url }, [], key]),
    done: `SELECT FROM "Link" WHERE "slug" = $1`,
    conflict: "slug_taken",
  },
  {
    command: rooms.links.updateLink,
    before: link,
    api: byApi(service, ({ name }) => ["PATCH", `/api/links/${name}`, { title: "New" }]),
    dashboard: byAction(service, "updateLink", ({ name }) => [name, { title: "New" }, {}]),
    done: `SELECT FROM "Link" WHERE "slug" = $1 AND "title" = 'New'`,
  },
  {
    command: rooms.links.replaceDestinations,
    before: link,
    api: byApi(service, ({ name }) => [
      "POST",
      "/api/links/replace",
      { slugs: [name], find: "example.com", replace: "new.example", scope: "host" },
    ]),
    done: `SELECT FROM "Link" WHERE "slug" = $1 AND "url" LIKE '%new.example%'`,
  },
  {
    command: rooms.links.deleteLink,
    before: link,
    api: byApi(service, ({ name }) => ["DELETE", `/api/links/${name}`]),
    done: `SELECT WHERE NOT EXISTS (SELECT FROM "Link" WHERE "slug" = $1)`,
  },
  {
    command: rooms.tags.createTag,
    api: byApi(service, ({ name }) => ["POST", "/api/tags", { name }]),
    done: `SELECT FROM "Tag" WHERE "name" = $1`,
    conflict: "tag_taken",
  },
  {
    command: rooms.tags.deleteTag,
    before: async (name) => (await made("/api/tags", { name })) ?? "",
    api: byApi(service, ({ name }) => ["DELETE", `/api/tags/${name}`]),
    done: `SELECT WHERE NOT EXISTS (SELECT FROM "Tag" WHERE "name" = $1)`,
    conflict: "not_found",
  },
  {
    command: rooms.visitors.changeMissedLink,
    api: byApi(service, ({ name }) => ["PATCH", `/api/missed-links/${name}`, { ignored: true }]),
    dashboard: byAction(service, "ignore", ({ name }) => [name, true]),
    done: `SELECT FROM "IgnoredSlug" WHERE "slug" = $1`,
  },
  {
    command: rooms.visitors.keepDestinationHost,
    before: async (name) => {
      const id = await link(name);
      await service.sql(movedDestination(name));
      return id;
    },
    api: byApi(service, ({ name }) => [
      "PATCH",
      `/api/links/${name}/health`,
      { expectedHost: "new.example" },
    ]),
    dashboard: byAction(service, "keepHost", ({ name }) => [name, "new.example"]),
    done: `SELECT FROM "LinkPreview" p JOIN "Link" l ON l."id" = p."linkId" WHERE l."slug" = $1 AND p."endHost" = 'new.example'`,
    conflict: "precondition_failed",
  },
  {
    command: rooms.shares.createShare,
    api: byApi(service, ({ name }) => ["POST", "/api/shares", { campaign: name }]),
    dashboard: byAction(service, "createShare", ({ name }, key) => [{ campaign: name }, key]),
    done: `SELECT FROM "Share" WHERE "campaign" = $1`,
  },
  {
    command: rooms.shares.revokeShare,
    before: (name) => made("/api/shares", { campaign: name }),
    api: byApi(service, ({ id }) => ["DELETE", `/api/shares/${id}`]),
    dashboard: byAction(service, "revokeShare", ({ id }) => [id]),
    done: `SELECT WHERE NOT EXISTS (SELECT FROM "Share" WHERE "campaign" = $1)`,
    conflict: "not_found",
  },
  {
    command: rooms.receivers.createReceiver,
    api: byApi(service, ({ name }) => ["POST", "/api/webhooks", receiver(name)]),
    dashboard: byAction(service, "addReceiver", ({ name }, key) => [receiver(name), key]),
    done: `SELECT FROM "Receiver" WHERE "name" = $1`,
  },
  {
    command: rooms.receivers.updateReceiver,
    before: (name) => made("/api/webhooks", receiver(`${name}-old`)),
    api: byApi(service, ({ id, name }) => ["PATCH", `/api/webhooks/${id}`, { name }]),
    dashboard: byAction(service, "saveReceiver", ({ id, name }) => [id, { name }]),
    done: `SELECT FROM "Receiver" WHERE "name" = $1`,
  },
  {
    command: rooms.receivers.deleteReceiver,
    before: (name) => made("/api/webhooks", receiver(name)),
    api: byApi(service, ({ id }) => ["DELETE", `/api/webhooks/${id}`]),
    dashboard: byAction(service, "removeReceiver", ({ id }) => [id]),
    done: `SELECT WHERE NOT EXISTS (SELECT FROM "Receiver" WHERE "name" = $1)`,
    conflict: "not_found",
  },
];

const person = async (name: string) => {
  const { id } = await makePerson(service, "editor");
  await service.sql(`UPDATE "Owner" SET "name" = $1 WHERE "id" = $2`, [name, id]);
  return id;
};
const tagged = `SELECT FROM "Link" JOIN "LinkTag" ON "linkId" = "id" WHERE "slug" = $1`;

cases.push(
  {
    command: rooms.links.bulkLinks,
    api: byApi(service, ({ name }) => [
      "POST",
      "/api/links/bulk?atomic=true",
      { create: [{ slug: name, url }] },
    ]),
    done: `SELECT FROM "Link" WHERE "slug" = $1`,
  },
  {
    command: rooms.links.createSeveral,
    dashboard: byAction(service, "createSeveral", ({ name }, key) => [
      key,
      [{ slug: name, url }],
      {},
      [],
      false,
    ]),
    done: `SELECT FROM "Link" WHERE "slug" = $1`,
  },
  {
    command: rooms.links.updateLinks,
    before: link,
    dashboard: byAction(service, "updateLinks", ({ name }, key) => [
      key,
      [name],
      { enabled: false },
      {},
    ]),
    done: `SELECT FROM "Link" WHERE "slug" = $1 AND NOT "enabled"`,
  },
  {
    command: rooms.links.editTags,
    before: link,
    dashboard: byAction(service, "editTags", ({ name }, key) => [
      key,
      [name],
      { add: ["spring"], remove: [] },
    ]),
    done: tagged,
  },
  {
    command: rooms.links.editAliases,
    before: link,
    dashboard: byAction(service, "editAliases", ({ name }) => [name, { add: `${name}-too` }]),
    done: `SELECT FROM "Alias" WHERE "slug" = $1 || '-too'`,
  },
  {
    command: rooms.tags.updateTag,
    before: async (name) => (await made("/api/tags", { name })) ?? "",
    api: byApi(service, ({ name }) => ["PATCH", `/api/tags/${name}`, { color: "gray" }]),
    done: `SELECT FROM "Tag" WHERE "name" = $1 AND "color" = 'gray'`,
  },
  {
    command: rooms.views.saveView,
    dashboard: byAction(service, "saveView", ({ name }) => [
      randomUUID(),
      { name, isShared: false, query: {} },
      null,
    ]),
    done: `SELECT FROM "SavedView" WHERE "name" = $1`,
  },
  {
    command: rooms.people.invitePerson,
    dashboard: byAction(service, "invite", ({ name }, key) => [
      "reader",
      `${name}@example.com`,
      key,
    ]),
    done: `SELECT FROM "OwnerInvite" WHERE "email" = $1 || '@example.com'`,
  },
  {
    command: rooms.people.makeReset,
    before: person,
    dashboard: byAction(service, "makeReset", ({ id }) => [id]),
    done: `SELECT FROM "PasswordReset" JOIN "Owner" ON "ownerId" = "id" WHERE "name" = $1`,
  },
  {
    command: rooms.people.changeRole,
    before: person,
    dashboard: byAction(service, "changeRole", ({ id }) => [id, "reader", "editor"]),
    done: `SELECT FROM "Owner" WHERE "name" = $1 AND "role" = 'reader'`,
  },
  {
    command: rooms.people.removePerson,
    before: person,
    dashboard: byAction(service, "remove", ({ id }) => [id]),
    done: `SELECT WHERE NOT EXISTS (SELECT FROM "Owner" WHERE "name" = $1)`,
  },
);

const hashOf = (text: string) => createHash("sha256").update(text).digest();
/** A row of a table whose other columns are timestamps. */
const insert = async (table: string, row: Record<string, unknown>, times = ["createdAt"]) => {
  const names = Object.keys(row);
  const columns = [...names, ...times].map((column) => `"${column}"`).join();
  const values = [...names.map((_, index) => `$${index + 1}`), ...times.map(() => "now()")].join();
  await service.sql(`INSERT INTO "${table}" (${columns}) VALUES (${values})`, Object.values(row));
};
const sessionOf = async (name: string, { id }: MadePerson) => {
  const expiresAt = new Date(Date.now() + 86_400_000);
  const row = { id: name, token: name, ownerId: id, expiresAt };
  await insert("OwnerSession", row, ["createdAt", "updatedAt"]);
  return name;
};
const tokenOf = (revoked: (by: MadePerson) => object) => async (name: string, by: MadePerson) => {
  const id = randomUUID();
  const shown = { prefix: "slg_", lastFour: "xxxx", canWrite: true, role: "editor" };
  await insert("ApiToken", {
    ...{ id, name, hash: hashOf(name), ownerId: by.id, ...shown },
    ...revoked(by),
  });
  return id;
};
const asideOf = async (name: string, by: MadePerson) => {
  await link(name);
  const id = randomUUID();
  const [{ linkId } = { linkId: 0 }] = await service.sql<{ linkId: number }>(
    `SELECT "id" AS "linkId" FROM "Link" WHERE "slug" = $1`,
    [name],
  );
  const row = { linkId, id, visitor: Buffer.from("x"), by: `owner:${by.id}` };
  await insert("SetAside", row, ["day", "setAt"]);
  return id;
};
/** What somebody did by the API before, and may undo. */
const doneBy = async ({ token }: MadePerson, path: string, body: unknown) => {
  const headers = headersOf({ token } as MadePerson, body);
  const sent = { method: "POST", headers, body: textOf(body) };
  return (await (await fetch(service.server.url + path, sent)).json()) as Record<string, string>;
};
const file = (name: string) => `slug,url\n${name},${url}\n`;
const isGone = (table: string, column: string, value = "$1") =>
  `SELECT WHERE NOT EXISTS (SELECT FROM "${table}" WHERE "${column}" = ${value})`;
const aside = `SELECT FROM "SetAside" JOIN "Link" l ON l."id" = "linkId" WHERE l."slug" = $1 AND "undoneAt" IS`;

cases.push(
  {
    command: rooms.links.deleteLinks,
    before: link,
    dashboard: byAction(service, "deleteLinks", ({ name }, key) => [key, [name]]),
    done: isGone("Link", "slug"),
  },
  {
    command: rooms.links.editChannels,
    before: link,
    dashboard: byAction(service, "editChannels", ({ name }, key) => [
      key,
      [name],
      { add: [{ source: "news", medium: "", campaign: "" }], remove: [] },
    ]),
    done: `SELECT FROM "LinkPlace" JOIN "Link" ON "id" = "linkId" WHERE "slug" = $1`,
  },
  {
    command: rooms.links.undoReplacement,
    before: async (name, by) => {
      await link(name);
      const wanted = { find: "example.com", replace: `${name}.example`, scope: "host" };
      await doneBy(by, "/api/links/replace", { ...wanted, slugs: [name] });
      const done = `SELECT "id" FROM "Replacement" WHERE "replace" = $1 || '.example'`;
      return (await service.sql<{ id: string }>(done, [name]))[0]?.id ?? "";
    },
    dashboard: byAction(service, "undoReplacement", ({ id }) => [id]),
    done: `SELECT FROM "Link" WHERE "slug" = $1 AND "url" = '${url}'`,
    conflict: "not_found",
  },
  {
    command: rooms.tags.saveTag,
    dashboard: byAction(service, "saveTag", ({ name }) => [null, { name }]),
    done: `SELECT FROM "Tag" WHERE "name" = $1`,
    conflict: "tag_taken",
  },
  {
    command: rooms.links.replaceInLinks,
    before: link,
    dashboard: byAction(service, "replaceInLinks", ({ name }, key) => [
      key,
      [name],
      { find: "example.com", replace: "new.example", scope: "host" },
    ]),
    done: `SELECT FROM "Link" WHERE "slug" = $1 AND "url" LIKE '%new.example%'`,
  },
  {
    command: rooms.tags.removeTag,
    before: async (name) => (await made("/api/tags", { name })) ?? "",
    dashboard: byAction(service, "removeTag", ({ name }, key) => [key, name]),
    done: isGone("Tag", "name"),
    conflict: "not_found",
  },
  {
    command: rooms.tags.mergeTag,
    before: async (name) => {
      await made("/api/tags", { name: `${name}-too` });
      return (await made("/api/tags", { name })) ?? "";
    },
    dashboard: byAction(service, "mergeTag", ({ name }, key) => [key, name, `${name}-too`]),
    done: isGone("Tag", "name"),
    conflict: "not_found",
  },
  {
    command: rooms.transfer.importLinks,
    api: byApi(service, ({ name }) => ["POST", "/api/links/import", file(name)]),
    dashboard: byApi(
      service,
      ({ name }) => ["POST", "/dashboard/settings/data/import", file(name)],
      true,
    ),
    done: `SELECT FROM "Link" WHERE "slug" = $1`,
    streams: true,
  },
  {
    command: rooms.views.undoImport,
    before: async (name, by) => (await doneBy(by, "/api/links/import", file(name))).importId ?? "",
    dashboard: byAction(service, "undo", ({ id }) => [id]),
    done: isGone("Link", "slug"),
    conflict: "not_found",
  },
  {
    command: rooms.views.removeView,
    before: async (name, { id: ownerId }) => {
      const id = randomUUID();
      await insert("SavedView", { id, ownerId, name, key: name, query: {} }, [
        "createdAt",
        "updatedAt",
      ]);
      return id;
    },
    dashboard: byAction(service, "removeView", ({ id }) => [id]),
    done: isGone("SavedView", "name"),
  },
  {
    command: rooms.views.dismissHighlights,
    dashboard: byAction(service, "dismiss", ({ name }) => [[name]]),
    done: `SELECT FROM "DismissedItem" WHERE "key" = $1`,
  },
  {
    command: rooms.views.restoreHighlights,
    before: async (key, { id: ownerId }) => {
      await insert("DismissedItem", { ownerId, key }, ["dismissedAt"]);
      return key;
    },
    dashboard: byAction(service, "restore", ({ name }) => [[name]]),
    done: isGone("DismissedItem", "key"),
  },
  {
    command: rooms.visitors.undoSetAside,
    before: asideOf,
    api: byApi(service, ({ name, id }) => ["DELETE", `/api/links/${name}/set-aside/${id}`]),
    dashboard: byAction(service, "undoAside", ({ name, id }) => [name, id]),
    done: `SELECT WHERE NOT EXISTS (${aside} NULL)`,
    conflict: "not_found",
  },
  {
    command: rooms.account.endSession,
    before: sessionOf,
    dashboard: byAction(service, "endSession", ({ id }) => [id]),
    done: isGone("OwnerSession", "id"),
  },
  {
    command: rooms.account.endOtherSessions,
    before: sessionOf,
    dashboard: byAction(service, "endOtherSessions", () => []),
    done: isGone("OwnerSession", "id"),
  },
  {
    command: rooms.people.withdrawInvite,
    before: async (name) => {
      const hash = hashOf(name);
      await insert("OwnerInvite", { hash, expiresAt: new Date(Date.now() + 86_400_000) });
      return hash.toString("hex");
    },
    dashboard: byAction(service, "withdraw", ({ id }) => [id]),
    done: isGone("OwnerInvite", "hash", "sha256($1::text::bytea)"),
  },
  {
    command: rooms.people.createToken,
    dashboard: byAction(service, "submitToken", ({ name }, key) => ({
      ...{ name, role: "editor", expiresInDays: "", key },
    })),
    done: `SELECT FROM "ApiToken" WHERE "name" = $1`,
  },
  {
    command: rooms.people.revokeToken,
    before: tokenOf(() => ({})),
    dashboard: byAction(service, "revokeToken", ({ id }) => [id]),
    done: `SELECT FROM "ApiToken" WHERE "name" = $1 AND "revokedAt" IS NOT NULL`,
  },
  {
    command: rooms.people.restoreToken,
    before: tokenOf(({ id }) => ({ revokedAt: new Date(), revokedBy: `owner:${id}` })),
    dashboard: byAction(service, "restoreToken", ({ id }) => [id]),
    done: `SELECT FROM "ApiToken" WHERE "name" = $1 AND "revokedAt" IS NULL`,
  },
  {
    command: rooms.people.disconnectPerson,
    before: async (name) => {
      const ownerId = await person(name);
      const row = { id: randomUUID(), accountId: name, providerId: "oidc:x", ownerId };
      await insert("OwnerAccount", row, ["createdAt", "updatedAt"]);
      return ownerId;
    },
    dashboard: byAction(service, "disconnect", ({ id }) => [id]),
    done: isGone("OwnerAccount", "accountId"),
  },
  {
    command: rooms.people.saveSettings,
    dashboard: byAction(service, "submitSettings", ({ name }) => ({
      ...{ SITE_NAME: name, overwrites: "on" },
    })),
    done: `SELECT FROM "SiteSetting" WHERE "name" = 'SITE_NAME' AND "value" = $1`,
  },
);

/** What changes nothing that lasts, or is tested where it is. */
const elsewhere: Record<string, string> = {
  ...{ saveTheme: "a cookie", saveShortcuts: "a cookie", saveTimeZone: "a cookie" },
  ...{ saveLanguage: "a cookie, and the language of one's own emails" },
  ...{ checkPreview: "previews", previewSeveral: "reads", previewReplacement: "reads" },
  ...{ stopJob: "jobs", undoJob: "jobs" },
  ...{
    setClicksAside: "set-aside",
    setAside: "set-aside",
    testReceiver: "messages",
    testMail: "server-settings",
    sendAgain: "message-queue",
    leave: "sign-in",
    allowHost: "allowed-destinations",
  },
  // Whoever does these proves to know the password: second-factor, sign-in-races.
  ...{ submitPassword: "", submitApp: "", submitAppRemoval: "", submitRecoveryCodes: "" },
  ...{ submitPasskeyStart: "", addPasskey: "", submitPasskeyRemoval: "" },
};

/** In shorter runs one of three. */
const every = cases.flatMap((one, index) =>
  doors.flatMap((door) => {
    const ask = one[door];
    const isTried = isFullRun || index % 3 === 0;
    return ask ? [{ name: one.command.name, door, one, ask, isTried }] : [];
  }),
);
const each = every.filter(({ isTried }) => isTried);
const below: Record<Role, Role> = { owner: "editor", editor: "reader", reader: "reader" };
const people = {} as Record<Role, MadePerson>;

beforeAll(async () => {
  for (const role of ["owner", "editor", "reader"] as const)
    people[role] = await makePerson(service, role);
  await sleep(900);
});

async function given({ before, command }: Case, by = people[command.role]): Promise<Given> {
  const name = `d${randomUUID().slice(0, 12)}`;
  return { name, id: (await before?.(name, by)) ?? "" };
}

const isDone = async ({ done }: Case, { name }: Given) =>
  (await service.sql(done, [name])).length > 0;

describe.each(each)("$name through the $door", ({ door, one, ask }) => {
  const { command } = one;

  it("is done for its role, and not below it", async () => {
    const sent = await given(one);
    if (command.role !== "reader") {
      const refused = await ask(people[below[command.role]], sent);
      expect([refused.code, await isDone(one, sent)]).toEqual(["forbidden", false]);
    }
    expect((await ask(people[command.role], sent)).code).toBe("ok");
    expect(await isDone(one, sent)).toBe(true);
  });

  it.skipIf(one.streams)("is refused if the right ends while it waits", async () => {
    const person = await makePerson(service, command.role);
    await sleep(900);
    const sent = await given(one, person);
    const ender = new pg.Client({ connectionString: service.databaseUrl });
    await ender.connect();
    try {
      await ender.query("BEGIN");
      const [right, end] =
        door === "api"
          ? [person.tokenId, `UPDATE "ApiToken" SET "revokedAt" = now() WHERE "id" = $1`]
          : [person.sessionId, `DELETE FROM "OwnerSession" WHERE "id" = $1`];
      const turn = door === "api" ? person.tokenId : person.id;
      await ender.query(
        `SELECT pg_advisory_xact_lock(hashtextextended('rights ' || $1::text, 0))`,
        [turn],
      );
      const answering = ask(person, sent);
      await vi.waitUntil(async () => {
        const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
        return (await service.sql(waiting)).length > 0;
      }, 30_000);
      if (door === "api")
        await ender.query(`SELECT FROM "ApiToken" WHERE "id" = $1 FOR UPDATE`, [right]);
      await ender.query(end, [right]);
      await ender.query("COMMIT");
      expect((await answering).code).toBe(door === "api" ? "unauthorized" : "signed_out");
    } finally {
      await ender.end();
    }
    expect(await isDone(one, sent)).toBe(false);
  });

  it.runIf(command.notes)("is noted in the activity log", async () => {
    const sent = await given(one);
    const person = people[command.role];
    const noted = () =>
      service.sql(`SELECT FROM "AuditEvent" WHERE "event" = $1 AND "byId" = $2`, [
        [command.notes].flat()[0],
        door === "api" ? `token:${person.tokenId}` : `owner:${person.id}`,
      ]);
    const before = (await noted()).length;
    expect((await ask(person, sent)).code).toBe("ok");
    expect((await noted()).length).toBe(before + 1);
  });

  it.runIf(one.conflict)("is refused a second time", async () => {
    const sent = await given(one);
    expect((await ask(people[command.role], sent)).code).toBe("ok");
    expect((await ask(people[command.role], sent)).code).toBe(one.conflict);
  });
});

/** Actions that take the key of an attempt. */
const keyed = each.filter(
  ({ door, one: { command } }) =>
    (command.repeats === "answer" || command.portions) &&
    !(door === "dashboard" && command.name === "createTag"),
);

it.each(keyed)("$name through the $door is done once for a key", async ({ one, ask }) => {
  const [sent, other] = [await given(one), await given(one)];
  const key = randomUUID();
  const person = people[one.command.role];
  const first = await ask(person, sent, { key });
  expect(first.code).toBe("ok");
  expect(await ask(person, sent, { key })).toEqual(first);
  expect((await ask(person, other, { key })).code).toBe("idempotency_key_reused");
  expect(await isDone(one, other)).toBe(false);
});

it("every one of them is refused at its deadline and then not done, through each door", async () => {
  const sent = await Promise.all(each.map(({ one }) => given(one)));
  const locker = new pg.Client({ connectionString: service.databaseUrl });
  await locker.connect();
  await locker.query(`BEGIN; LOCK TABLE "AuditEvent", "Link", "LinkPreview", "LinkTag", "Tag", "IgnoredSlug",
    "Job", "Share", "Receiver", "SavedView", "Alias", "IdempotencyKey", "DismissedItem", "SiteSetting"
    IN ACCESS EXCLUSIVE MODE`);
  const answers = await Promise.all(
    each.map(({ one, ask }, index) => ask(people[one.command.role], sent[index] as Given)),
  );
  await locker.query("ROLLBACK");
  await locker.end();
  await sleep(1_000);
  const seen = await Promise.all(
    each.map(async ({ name, door, one }, index) => {
      const { code, value } = answers[index] as Answer;
      const how = code === "ok" && saysRefusal(one, textOf(value)) ? "unavailable" : code;
      return [name, door, how, await isDone(one, sent[index] as Given)];
    }),
  );
  expect(seen).toEqual(each.map(({ name, door }) => [name, door, "unavailable", false]));
});

type Held = (typeof every)[number] & { person: MadePerson; sent: Given };

const endRights = async (held: readonly Held[], column: string, sessions: string) => {
  const ids = (of: "tokenId" | "sessionId") => [held.map(({ person }) => person[of])];
  await service.sql(`UPDATE "ApiToken" SET ${column} = now() WHERE "id" = ANY($1)`, ids("tokenId"));
  await service.sql(`${sessions} WHERE "id" = ANY($1)`, ids("sessionId"));
};

/** How a right ends, but for the first. */
const endings: Record<string, (held: readonly Held[]) => Promise<unknown>> = {
  "stays as it was": async () => {},
  "is revoked": (held) => endRights(held, `"revokedAt"`, `DELETE FROM "OwnerSession"`),
  expires: (held) =>
    endRights(held, `"expiresAt"`, `UPDATE "OwnerSession" SET "expiresAt" = now()`),
  "ends with the role": (held) =>
    Promise.all(
      held.map(({ person, one }) =>
        service.sql(`UPDATE "Owner" SET "role" = $1 WHERE "id" = $2`, [
          below[one.command.role],
          person.id,
        ]),
      ),
    ),
  "ends with the person": (held) =>
    service.sql(`DELETE FROM "Owner" WHERE "id" = ANY($1)`, [held.map(({ person }) => person.id)]),
};

/** Sends all of a request but its last byte. Returns what sends that. */
async function hold({ ask, door, person, sent }: Held) {
  const [method = "", path = "", body] = ask.request?.(sent) ?? [];
  const text = textOf(body);
  const { origin, host } = new URL(service.server.url);
  const headers = {
    ...{ Host: host, "Content-Length": String(text.length) },
    ...headersOf(person, body, door === "dashboard" ? origin : undefined),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const connection = new RawConnection(service.server);
  await connection.send(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text.slice(0, -1)}`);
  return async () => {
    await connection.send(text.slice(-1));
    const answer = await connection.next();
    connection.end();
    return answer;
  };
}

it.each(Object.keys(endings))(
  "a right that %s while the body is held back allows each write, or none",
  async (ending) => {
    const withBody = every.filter(({ ask }) => ask.request);
    const held = await Promise.all(
      withBody.map(async (each): Promise<Held> => {
        const person = await makePerson(service, each.one.command.role);
        return { ...each, person, sent: await given(each.one, person) };
      }),
    );
    await sleep(900);
    const finish = await Promise.all(held.map(hold));
    // The door notes when a token is used; a session has no such sign.
    const used = `SELECT FROM "ApiToken" WHERE "id" = ANY($1) AND "lastUsedAt" IS NOT NULL`;
    const ids = held.flatMap(({ door, person }) => (door === "api" ? [person.tokenId] : []));
    await vi.waitUntil(async () => (await service.sql(used, [ids])).length === ids.length, {
      timeout: 20_000,
    });
    await sleep(300);
    await endings[ending]?.(held);
    const answers = await Promise.all(finish.map((send) => send()));
    const seen = await Promise.all(
      held.map(async ({ name, door, one, sent }, index) => {
        const { status = 0, body = "" } = answers[index] ?? {};
        const isRefused = status >= 300 || saysRefusal(one, body);
        return [name, door, !isRefused, await isDone(one, sent)];
      }),
    );
    const stays = ending === "stays as it was";
    expect(seen).toEqual(held.map(({ name, door }) => [name, door, stays, stays]));
  },
);

/** One door of a command, for what is refused before any input is read. */
interface Knocked {
  name: string;
  role: Role;
  door: "api" | "action" | "route" | "question";
  path: string;
  /** Of an action. */
  action?: string;
  isForm?: boolean;
  method: string;
}

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?:actions|route)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(`app/${file}`, "utf8") }));
const filled = (path: string) =>
  path
    .replace(/[[{]slug[\]}]/, "no-such-link")
    .replace("{name}", "no-such-tag")
    .replace("{id}", "0d3f7f0e-5b1c-4c53-9d3a-7f6f5a1c2b3d")
    .replace("{visitor}", "0c9d2f61-5a7e-8b41-8f3c-6d1e0b7a4925");

/** Every command that needs a role, through each of its doors. */
const knocked: Knocked[] = Object.entries(rooms).flatMap(([room, commands]) =>
  Object.entries({
    ...commands,
    ...(room === "questions" ? rooms.questions.questions : {}),
  }).flatMap(([exported, command]: [string, Partial<AnyCommand>]): Knocked[] => {
    const { name = "", role = "anyone", api, run } = command;
    if (!run || role === "anyone") return [];
    const its = { name, role };
    const made = sources.flatMap(({ file, text }): Knocked[] => {
      if (!text.includes(`"@/lib/commands/${room}"`)) return [];
      if (/(?:route|download|answerCommand)\(\s*commands\.(\w+)/.exec(text)?.[1] === exported) {
        const path = filled(`/${file}`.replace("/(app)", "").replace("/route.ts", ""));
        return [{ ...its, door: "route", path, method: text.includes("POST:") ? "POST" : "GET" }];
      }
      return [
        ...text.matchAll(/^export const (\w+) = (action|form|jobAction)\(\s*commands\.(\w+)/gm),
      ]
        .filter(([, , , called]) => called === exported)
        .map(([, action = "", kind]) => {
          const isForm = kind === "form";
          return {
            ...its,
            door: "action",
            path: pageOfAction(action),
            action,
            isForm,
            method: "POST",
          };
        });
    });
    const path = `/dashboard/ask/${name}?slug=known&url=https://example.com/&q=known`;
    return [
      ...made,
      ...(api
        ? [
            {
              ...its,
              door: "api" as const,
              path: filled(api.path),
              method: api.method.toUpperCase(),
            },
          ]
        : []),
      ...(exported in rooms.questions.questions && room === "questions"
        ? [{ ...its, door: "question" as const, path, method: "GET" }]
        : []),
    ];
  }),
);

async function knock(
  at: Pick<Service, "server">,
  { door, path, action, isForm, method }: Knocked,
  person?: Pick<MadePerson, "token" | "cookie">,
  language = "en",
): Promise<Omit<Answer, "value">> {
  const { url: origin } = at.server;
  const isApi = door === "api";
  const bodies = { api: "{", action: isForm ? formOf({}) : "[]", route: "", question: "" };
  const response = await fetch(origin + path, {
    method,
    redirect: "manual",
    headers: {
      ...(isApi ? {} : { Origin: origin, "Accept-Language": language }),
      ...(isForm ? {} : { "Content-Type": isApi ? "application/json" : "text/plain" }),
      ...(action === undefined ? {} : { "Next-Action": actionId(action) }),
      ...(person &&
        (isApi ? { Authorization: `Bearer ${person.token}` } : { Cookie: person.cookie })),
    },
    ...(method === "GET" ? {} : { body: bodies[door] }),
  });
  const text = await response.text();
  // The middleware leads whoever opens an address without a session.
  if (response.headers.get("location")?.includes("/dashboard/sign-in"))
    return { code: "sign in", words: "" };
  const isProblem = response.headers.get("content-type") === "application/problem+json";
  const row = isProblem ? text : (/^\w+:(\{"ok":.*)$/m.exec(text)?.[1] ?? "{}");
  const { code, detail, message } = JSON.parse(row);
  return { code, words: message ?? detail };
}

/** All roles in the full run; otherwise the highest that is not let in. */
const askedAs = (needed: Role): readonly Role[] => {
  const lowest = roles.indexOf(needed);
  return isFullRun ? roles : roles.slice(Math.max(0, lowest - 1), lowest);
};
const titled = "$name through the $door";

it("every command has a door", () => {
  expect(new Set(knocked.map(({ door }) => door)).size).toBe(4);
  const known = Object.values(rooms).flatMap((commands) =>
    Object.values(commands as Record<string, Partial<AnyCommand>>).flatMap(({ name, run, role }) =>
      run && name && role !== "anyone" ? [name] : [],
    ),
  );
  expect(known.filter((name) => !knocked.some((one) => one.name === name))).toEqual([]);
});

it("every door that writes is in the table above, or elsewhere", () => {
  const known = every.flatMap(({ name, door, ask }) => (door === "api" ? name : ask.action));
  const writing = knocked.filter(({ method, door }) => method !== "GET" && door !== "route");
  const names = writing.map(({ name, action }) => action ?? name);
  expect(names.filter((name) => !known.includes(name) && !(name in elsewhere))).toEqual([]);
});

describe.each(knocked)(titled, (one) => {
  it.each(askedAs(one.role))("for a %s", async (role) => {
    // Signing out ends a session of its own. Most others get input that they refuse.
    const who = one.name === "leave" ? await makePerson(service, role) : people[role];
    const { code, words } = await knock(service, one, who);
    if (hasRole(role, one.role))
      expect(["forbidden", "unauthorized", "signed_out"]).not.toContain(code);
    else {
      const needed = new RegExp(`(?:requires the|needs) ${one.role}`, "i");
      expect([code, words]).toEqual(["forbidden", expect.stringMatching(needed)]);
    }
  });

  it("for nobody", async () => {
    const { code } = await knock(service, one);
    const refusals = { api: "unauthorized", action: "signed_out", question: "sign in" };
    if (one.door === "route") expect(["unauthorized", "sign in"]).toContain(code);
    else expect(code).toBe(refusals[one.door]);
  });
});

/** In shorter runs each in one language, in turn. */
const spoken = knocked
  .filter(({ door, role }) => door === "action" && role !== "reader")
  .flatMap((one, index) =>
    allLanguages
      .filter((_, place) => isFullRun || place === index % allLanguages.length)
      .map((language) => ({ ...one, language })),
  );

it.each(spoken)("$action is refused in words of $language", async ({ language, ...one }) => {
  const { words } = await knock(service, one, people[below[one.role]], language);
  expect(words).toBe(say(language, roleNeeded(one.role).sentence));
});

/** What the API reads of an operation, as its document says. */
interface Described {
  parameters?: { name: string; in: string }[];
  requestBody?: {
    content: Record<string, { schema: { $ref?: string; properties?: object } }>;
  };
}

/**
 * Where something else is said first: a missing link before the place in its clicks or the links of
 * a report, a missing file before the names of its columns.
 */
const isReadLater = (name: string, parameter: string) =>
  (name === "importLinks" && importFields.some((field) => field === parameter)) ||
  parameter === (name.startsWith("exportClicks") ? "cursor" : name === "getReport" ? "slug" : "");

describe.each(apiCommands.flatMap(({ name, api }) => (api ? [{ name, ...api }] : [])))(
  "$name",
  ({ name, method, path: template, body: given }) => {
    const path = filled(template);
    const example = given && "example" in given ? (given.example as object) : undefined;
    const send = (query: string, body = example) =>
      service.api.call<Problem>(method.toUpperCase(), path + query, body);

    it("refuses each field and parameter by its name, where none can be like that", async () => {
      const paths = openApi.paths as unknown as Record<string, Record<string, Described>>;
      const { parameters = [], requestBody } = paths[template]?.[method] ?? {};
      const { $ref = "", ...inline } = requestBody?.content["application/json"]?.schema ?? {};
      const schemas = openApi.components.schemas as unknown as Record<
        string,
        { properties?: object }
      >;
      const { properties = {} } = schemas[$ref.replace(/.*\//, "")] ?? inline;
      // Rows of a bulk request are refused one by one.
      const fields = name === "changeLinks" ? [] : Object.keys(properties);
      const refused = async (field: string, query: string, body?: object) => {
        const { status, body: problem } = await send(query, body);
        const named = problem?.errors?.map((each) => each.path.replace(/[.[].*/, "")) ?? [];
        return status === 400 && named.includes(field) ? [] : [[field, status, named]];
      };
      // One after the other: only so many files are read at once.
      const others: unknown[] = [];
      for (const field of fields)
        others.push(...(await refused(field, "", { ...example, [field]: [[]] })));
      for (const each of parameters)
        if (each.in === "query" && !isReadLater(name, each.name))
          others.push(...(await refused(each.name, `?${each.name}=%00`)));
      expect(others).toEqual([]);
    });

    // Any slug can be ignored.
    it.runIf(path !== template && name !== "changeMissedLink")("of nothing is a 404", async () => {
      const { status, body } = await send("");
      expect([status, body.code]).toEqual([404, "not_found"]);
    });
  },
);

describe("with one write a minute", () => {
  const limited = useService({ env: { WRITE_LIMIT: "1" } });
  const writes = knocked.filter(({ method }) => method !== "GET");
  let person: MadePerson;

  beforeAll(async () => {
    person = await makePerson(limited);
    await sleep(900);
    const first = byApi(limited, ({ name }) => ["POST", "/api/links", { slug: name, url }]);
    expect((await first(person, { name: "first", id: "" })).code).toBe("ok");
    const [one] = writes.filter(({ action }) => action === "ignore");
    if (one) await knock(limited, one, person);
  });

  it.each(writes)(`the second: ${titled}`, async (one) => {
    expect((await knock(limited, one, person)).code).toBe("too_many_requests");
  });
});
