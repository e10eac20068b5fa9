// Run: verify
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { rooms } from "@/lib/commands/commands";
import type { AnyCommand } from "@/lib/commands/define";
import { hasRole, type Role, roles } from "@/lib/core/access";
import { roleNeeded } from "@/lib/owners/rights";
import { allLanguages } from "@/lib/texts/languages";
import { say } from "@/lib/texts/say";
import { actionId, DashboardClient, pageOfAction } from "../support/dashboard";
import { type MadePerson, makePerson } from "../support/make-person";
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

type Door = (person: MadePerson, given: Given, send?: Send) => Promise<Answer>;

interface Given {
  name: string;
  /** The id of what it is about, if something was made before. */
  id: string;
}

interface Case {
  command: Pick<AnyCommand, "name" | "repeats" | "notes"> & { role: Role };
  /** Made before it, by the API. Returns its id. */
  before?: (name: string) => Promise<string>;
  api?: Door;
  dashboard?: Door;
  /** A row if it was done. */
  done: string;
  /** The code of a second time, if that is refused. */
  conflict?: string;
}

const doors = ["api", "dashboard"] as const;
const url = "https://example.com/";
const receiver = (name: string) => ({
  name,
  kind: "webhook",
  url: "https://hooks.example.com/x",
  events: ["link.created"],
});

function byApi(
  of: Pick<Service, "server">,
  request: (given: Given) => [method: string, path: string, body?: unknown],
): Door {
  return async ({ token }, given, { key } = {}) => {
    const [method, path, body] = request(given);
    const response = await fetch(of.server.url + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        ...(key === undefined ? {} : { "Idempotency-Key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const value = text === "" ? null : JSON.parse(text);
    return response.ok
      ? { code: "ok", words: "", value }
      : { code: value.code, words: value.detail, value };
  };
}

function byAction(
  of: Pick<Service, "server">,
  path: string,
  action: string,
  values: (given: Given, key: string) => unknown[],
): Door {
  return async ({ cookie }, given, { key = randomUUID(), language = "en" } = {}) => {
    const { body, status } = await new DashboardClient(of.server).send(path, {
      method: "POST",
      headers: {
        Origin: of.server.url,
        "Next-Action": actionId(action),
        "Content-Type": "text/plain;charset=UTF-8",
        "Accept-Language": language,
        Cookie: cookie,
      },
      body: JSON.stringify(values(given, key)),
    });
    const row = /^\w+:(\{"ok":.*)$/m.exec(body)?.[1];
    if (row === undefined) throw new Error(`${action} answered ${status}: ${body.slice(0, 500)}`);
    const { ok, code = "ok", message = "", value = null } = JSON.parse(row);
    return { code: ok ? "ok" : code, words: message, value };
  };
}

const made = async (path: string, body: unknown) =>
  (await service.api.call<{ id: string }>("POST", path, body)).body.id;
const link = (name: string) => made("/api/links", { slug: name, url });
const page = "/dashboard/links";
const messages = "/dashboard/settings/messages";

const cases: Case[] = [
  {
    command: rooms.links.createLink,
    api: byApi(service, ({ name }) => ["POST", "/api/links", { slug: name, url }]),
    dashboard: byAction(service, page, "createLink", ({ name }, key) => [
      { slug: name, url },
      [],
      key,
    ]),
    done: `SELECT FROM "Link" WHERE "slug" = $1`,
    conflict: "slug_taken",
  },
  {
    command: rooms.links.updateLink,
    before: link,
    api: byApi(service, ({ name }) => ["PATCH", `/api/links/${name}`, { title: "New" }]),
    dashboard: byAction(service, page, "updateLink", ({ name }) => [name, { title: "New" }, {}]),
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
    dashboard: byAction(service, page, "replaceDestinations", ({ name }, key) => [
      [name],
      { find: "example.com", replace: "new.example", scope: "host" },
      key,
    ]),
    done: `SELECT FROM "Link" WHERE "slug" = $1 AND "url" LIKE '%new.example%'`,
  },
  {
    command: rooms.links.deleteLink,
    before: link,
    api: byApi(service, ({ name }) => ["DELETE", `/api/links/${name}`]),
    dashboard: byAction(service, page, "deleteLinks", ({ name }) => [[name]]),
    done: `SELECT WHERE NOT EXISTS (SELECT FROM "Link" WHERE "slug" = $1)`,
  },
  {
    command: rooms.tags.createTag,
    api: byApi(service, ({ name }) => ["POST", "/api/tags", { name }]),
    dashboard: byAction(service, "/dashboard/tags", "saveTag", ({ name }) => [
      null,
      { name },
      false,
    ]),
    done: `SELECT FROM "Tag" WHERE "name" = $1`,
    conflict: "tag_taken",
  },
  {
    command: rooms.tags.deleteTag,
    before: async (name) => (await made("/api/tags", { name })) ?? "",
    api: byApi(service, ({ name }) => ["DELETE", `/api/tags/${name}`]),
    dashboard: byAction(service, "/dashboard/tags", "removeTag", ({ name }) => [name]),
    done: `SELECT WHERE NOT EXISTS (SELECT FROM "Tag" WHERE "name" = $1)`,
    conflict: "not_found",
  },
  {
    command: rooms.visitors.changeMissedLink,
    api: byApi(service, ({ name }) => ["PATCH", `/api/missed-links/${name}`, { ignored: true }]),
    dashboard: byAction(service, "/dashboard/missed", "ignore", ({ name }) => [name, true]),
    done: `SELECT FROM "IgnoredSlug" WHERE "slug" = $1`,
  },
  {
    command: rooms.shares.createShare,
    api: byApi(service, ({ name }) => ["POST", "/api/shares", { campaign: name }]),
    dashboard: byAction(service, page, "createShare", ({ name }, key) => [{ campaign: name }, key]),
    done: `SELECT FROM "Share" WHERE "campaign" = $1`,
  },
  {
    command: rooms.shares.revokeShare,
    before: (name) => made("/api/shares", { campaign: name }),
    api: byApi(service, ({ id }) => ["DELETE", `/api/shares/${id}`]),
    dashboard: byAction(service, page, "revokeShare", ({ id }) => [id]),
    done: `SELECT WHERE NOT EXISTS (SELECT FROM "Share" WHERE "campaign" = $1)`,
    conflict: "not_found",
  },
  {
    command: rooms.receivers.createReceiver,
    api: byApi(service, ({ name }) => ["POST", "/api/webhooks", receiver(name)]),
    dashboard: byAction(service, messages, "addReceiver", ({ name }, key) => [receiver(name), key]),
    done: `SELECT FROM "Receiver" WHERE "name" = $1`,
  },
  {
    command: rooms.receivers.updateReceiver,
    before: (name) => made("/api/webhooks", receiver(`${name}-old`)),
    api: byApi(service, ({ id, name }) => ["PATCH", `/api/webhooks/${id}`, { name }]),
    dashboard: byAction(service, messages, "saveReceiver", ({ id, name }) => [id, { name }]),
    done: `SELECT FROM "Receiver" WHERE "name" = $1`,
  },
  {
    command: rooms.receivers.deleteReceiver,
    before: (name) => made("/api/webhooks", receiver(name)),
    api: byApi(service, ({ id }) => ["DELETE", `/api/webhooks/${id}`]),
    dashboard: byAction(service, messages, "removeReceiver", ({ id }) => [id]),
    done: `SELECT WHERE NOT EXISTS (SELECT FROM "Receiver" WHERE "name" = $1)`,
    conflict: "not_found",
  },
];

const person = async (name: string) => {
  const { id } = await makePerson(service, "editor");
  await service.sql(`UPDATE "Owner" SET "name" = $1 WHERE "id" = $2`, [name, id]);
  return id;
};
const peoplePage = "/dashboard/settings/people";
const onLinks = (action: string, values: (given: Given, key: string) => unknown[]) =>
  byAction(service, page, action, values);
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
    dashboard: onLinks("createSeveral", ({ name }, key) => [
      [{ slug: name, url }],
      [],
      { reuses: false, key },
    ]),
    done: `SELECT FROM "Link" WHERE "slug" = $1`,
  },
  {
    command: rooms.links.updateLinks,
    before: link,
    dashboard: onLinks("updateLinks", ({ name }) => [[name], { title: "New" }, {}]),
    done: `SELECT FROM "Link" WHERE "slug" = $1 AND "title" = 'New'`,
  },
  {
    command: rooms.links.editTags,
    before: link,
    dashboard: onLinks("editTags", ({ name }) => [[name], { add: ["spring"], remove: [] }]),
    done: tagged,
  },
  {
    command: rooms.links.editAliases,
    before: link,
    dashboard: onLinks("editAliases", ({ name }) => [name, { add: `${name}-too` }]),
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
    dashboard: onLinks("saveView", ({ name }) => [
      randomUUID(),
      { name, isShared: false, query: {} },
      null,
    ]),
    done: `SELECT FROM "SavedView" WHERE "name" = $1`,
  },
  {
    command: rooms.people.invitePerson,
    dashboard: byAction(service, peoplePage, "invite", ({ name }, key) => [
      "reader",
      `${name}@example.com`,
      key,
    ]),
    done: `SELECT FROM "OwnerInvite" WHERE "email" = $1 || '@example.com'`,
  },
  {
    command: rooms.people.makeReset,
    before: person,
    dashboard: byAction(service, peoplePage, "makeReset", ({ id }) => [id]),
    done: `SELECT FROM "PasswordReset" JOIN "Owner" ON "ownerId" = "id" WHERE "name" = $1`,
  },
  {
    command: rooms.people.changeRole,
    before: person,
    dashboard: byAction(service, peoplePage, "changeRole", ({ id }) => [id, "reader", "editor"]),
    done: `SELECT FROM "Owner" WHERE "name" = $1 AND "role" = 'reader'`,
  },
  {
    command: rooms.people.removePerson,
    before: person,
    dashboard: byAction(service, peoplePage, "remove", ({ id }) => [id]),
    done: `SELECT WHERE NOT EXISTS (SELECT FROM "Owner" WHERE "name" = $1)`,
  },
);

/** In shorter runs one of three. */
const tried = cases.filter((_, index) => isFullRun || index % 3 === 0);
const each = tried.flatMap((one) =>
  doors.flatMap((door) => {
    const ask = one[door];
    return ask ? [{ name: one.command.name, door, one, ask }] : [];
  }),
);
const below: Record<Role, Role> = { owner: "editor", editor: "reader", reader: "reader" };
const people = {} as Record<Role, MadePerson>;

beforeAll(async () => {
  for (const role of ["owner", "editor", "reader"] as const)
    people[role] = await makePerson(service, role);
  await sleep(900);
});

async function given({ before }: Case): Promise<Given> {
  const name = `d${randomUUID().slice(0, 12)}`;
  return { name, id: (await before?.(name)) ?? "" };
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

  it("is refused if the right ends while it waits", async () => {
    const sent = await given(one);
    const person = await makePerson(service, command.role);
    await sleep(900);
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
      });
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
    command.repeats === "answer" && !(door === "dashboard" && command.name === "createTag"),
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
  await locker.query(`BEGIN; LOCK TABLE "AuditEvent", "Link", "LinkTag", "Tag", "IgnoredSlug",
    "Share", "Receiver", "SavedView", "Alias", "IdempotencyKey" IN ACCESS EXCLUSIVE MODE`);
  const answers = await Promise.all(
    each.map(({ one, ask }, index) => ask(people[one.command.role], sent[index] as Given)),
  );
  await locker.query("ROLLBACK");
  await locker.end();
  await sleep(1_000);
  const seen = await Promise.all(
    each.map(async ({ name, door, one }, index) => {
      return [name, door, answers[index]?.code, await isDone(one, sent[index] as Given)];
    }),
  );
  expect(seen).toEqual(each.map(({ name, door }) => [name, door, "unavailable", false]));
});

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
    .replace("{name}", "spring")
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
      return [...text.matchAll(/^export const (\w+) = (action|form)\(\s*commands\.(\w+)/gm)]
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

/** The arguments of a form without fields, as React writes them. */
function emptyForm(): FormData {
  const form = new FormData();
  form.append("0", `[null,"$K1"]`);
  return form;
}

async function knock(
  at: Pick<Service, "server">,
  { door, path, action, isForm, method }: Knocked,
  person?: Pick<MadePerson, "token" | "cookie">,
  language = "en",
): Promise<Omit<Answer, "value">> {
  const { url: origin } = at.server;
  const isApi = door === "api";
  const bodies = { api: "{", action: isForm ? emptyForm() : "[]", route: "", question: "" };
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

describe.each(knocked)(titled, (one) => {
  it.each(askedAs(one.role))("for a %s", async (role) => {
    // Signing out ends a session of its own. Most others get input that they refuse.
    const who = one.name === "leave" ? await makePerson(service, role) : people[role];
    const { code, words } = await knock(service, one, who);
    if (hasRole(role, one.role))
      expect(["forbidden", "unauthorized", "signed_out"]).not.toContain(code);
    else expect([code, words]).toEqual(["forbidden", expect.stringMatching(`needs.* ${one.role}`)]);
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

describe("with one write a minute", () => {
  const limited = useService({ env: { WRITE_LIMIT: "1" } });
  const writes = knocked.filter(({ method }) => method !== "GET");
  let person: MadePerson;

  beforeAll(async () => {
    person = await makePerson(limited);
    await sleep(900);
    const first = byApi(limited, ({ name }) => ["POST", "/api/links", { slug: name, url }]);
    expect((await first(person, { name: "first", id: "" })).code).toBe("ok");
    const [one] = writes.filter(({ action }) => action === "removeTag");
    if (one) await knock(limited, one, person);
  });

  it.each(writes)(`the second: ${titled}`, async (one) => {
    expect((await knock(limited, one, person)).code).toBe("too_many_requests");
  });
});
