// Run: verify
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { rooms } from "@/lib/commands/commands";
import type { Role } from "@/lib/core/access";
import { actionId, DashboardClient } from "../support/dashboard";
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
  command: { name: string; role: Role; repeats?: string; notes?: string };
  /** Made before it, by the API. Returns its id. */
  before?: (name: string) => Promise<string>;
  api: Door;
  dashboard: Door;
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

/** In shorter runs one of three. */
const tried = cases.filter((_, index) => isFullRun || index % 3 === 0);
const each = tried.flatMap((one) => doors.map((door) => ({ name: one.command.name, door, one })));
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

describe.each(each)("$name through the $door", ({ door, one }) => {
  const { command } = one;

  it("is done for its role, and refused in words below it", async () => {
    const sent = await given(one);
    const refused = await one[door](people[below[command.role]], sent);
    expect([refused.code, await isDone(one, sent)]).toEqual(["forbidden", false]);
    expect(refused.words).toMatch(
      door === "api" ? new RegExp(`needs ${command.role}`) : /^This needs the role/,
    );
    expect((await one[door](people[command.role], sent)).code).toBe("ok");
    expect(await isDone(one, sent)).toBe(true);
  });

  it.runIf(door === "dashboard")("is refused in the language of who reads it", async () => {
    const sent = await given(one);
    const refused = await one[door](people[below[command.role]], sent, { language: "de" });
    expect(refused.words).toMatch(/^Dafür braucht man die Rolle/);
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
      const answering = one[door](person, sent);
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
        command.notes,
        door === "api" ? `token:${person.tokenId}` : `owner:${person.id}`,
      ]);
    const before = (await noted()).length;
    expect((await one[door](person, sent)).code).toBe("ok");
    expect((await noted()).length).toBe(before + 1);
  });

  it.runIf(one.conflict)("is refused a second time", async () => {
    const sent = await given(one);
    expect((await one[door](people[command.role], sent)).code).toBe("ok");
    expect((await one[door](people[command.role], sent)).code).toBe(one.conflict);
  });
});

/** Actions that take the key of an attempt. */
const keyed = each.filter(
  ({ door, one: { command } }) =>
    command.repeats === "answer" && !(door === "dashboard" && command.name === "createTag"),
);

it.each(keyed)("$name through the $door is done once for a key", async ({ door, one }) => {
  const [sent, other] = [await given(one), await given(one)];
  const key = randomUUID();
  const person = people[one.command.role];
  const first = await one[door](person, sent, { key });
  expect(first.code).toBe("ok");
  expect(await one[door](person, sent, { key })).toEqual(first);
  expect((await one[door](person, other, { key })).code).toBe("idempotency_key_reused");
  expect(await isDone(one, other)).toBe(false);
});

it("every one of them is refused at its deadline and then not done, through each door", async () => {
  const sent = await Promise.all(each.map(({ one }) => given(one)));
  const locker = new pg.Client({ connectionString: service.databaseUrl });
  await locker.connect();
  await locker.query(`BEGIN; LOCK TABLE "AuditEvent", "Link", "LinkTag", "Tag", "IgnoredSlug",
    "Share", "Receiver", "IdempotencyKey" IN ACCESS EXCLUSIVE MODE`);
  const answers = await Promise.all(
    each.map(({ door, one }, index) => one[door](people[one.command.role], sent[index] as Given)),
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

describe("with few writes a minute", () => {
  const limited = useService({ env: { WRITE_LIMIT: "3" } });

  it.each(doors)("the fourth through the %s is refused", async (door) => {
    const person = await makePerson(limited);
    await sleep(900);
    const create = {
      api: byApi(limited, ({ name }) => ["POST", "/api/links", { slug: name, url }]),
      dashboard: byAction(limited, page, "createLink", ({ name }, key) => [
        { slug: name, url },
        [],
        key,
      ]),
    }[door];
    const codes: string[] = [];
    for (let index = 0; index < 4; index++)
      codes.push((await create(person, { name: `${door}-${index}`, id: "" })).code);
    expect(codes).toEqual(["ok", "ok", "ok", "too_many_requests"]);
  });
});
