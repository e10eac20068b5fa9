// Run: all
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "@/lib/database/in-transaction";
import { DashboardClient } from "../support/dashboard";
import { useFaultService } from "../support/fault-service";
import { type MadePerson, makePerson } from "../support/make-person";
import { createOwnService } from "../support/own-service";

/**
 * A connection that ends while a write is stored: at its COMMIT, before it arrives or before its
 * answer does. The write is answered as it happened, once, by each door.
 */
const service = useFaultService({ env: { YOURLS_API: "on", RATE_LIMITS: "off" } });
const url = "https://example.com/";
let person: MadePerson;

interface Write {
  /** Of the answer: its status, or that of the action. */
  send: (word: string) => Promise<boolean>;
  stored: (word: string) => string;
  before?: (word: string) => Promise<unknown>;
}

const api = async (method: string, path: string, body?: unknown, headers = {}) =>
  (await service.instance.api.call(method, path, body, { headers })).status < 300;
class SignedIn extends DashboardClient {
  override cookieHeader = () => person.cookie;
}
const act = async (name: string, values: unknown[]) => {
  const client = new SignedIn(service.instance.server);
  return (await client.callAction("/dashboard/links", name, values)).body.includes('"ok":true');
};
const link = (word: string) => `SELECT FROM "Link" WHERE "title" = '${word}'`;
const makeLink = (word: string) =>
  service.instance.api.create({ slug: word, url, title: "Before" });

const writes: Record<string, Write> = {
  "POST without a slug": {
    send: (word) => api("POST", "/api/links", { url, title: word }),
    stored: link,
  },
  "POST with a key": {
    send: (word) => api("POST", "/api/links", { url, title: word }, { "Idempotency-Key": word }),
    stored: link,
  },
  PATCH: {
    before: makeLink,
    send: (word) => api("PATCH", `/api/links/${word}`, { title: word }),
    stored: link,
  },
  DELETE: {
    before: makeLink,
    send: (word) => api("DELETE", `/api/links/${word}`),
    stored: (word) => `SELECT WHERE NOT EXISTS (SELECT FROM "Link" WHERE "slug" = '${word}')`,
  },
  bulk: {
    send: (word) => api("POST", "/api/links/bulk", { create: [{ url, title: word }] }),
    stored: link,
  },
  "a share page": {
    send: (word) => api("POST", "/api/shares", { campaign: word }),
    stored: (word) => `SELECT FROM "Share" WHERE "campaign" = '${word}'`,
  },
  "a tag": {
    send: (word) => api("POST", "/api/tags", { name: word }),
    stored: (word) => `SELECT FROM "Tag" WHERE "name" = '${word}'`,
  },
  "an import": {
    send: async (word) => {
      const { server } = service.instance;
      const answer = await fetch(`${server.url}/api/links/import`, {
        method: "POST",
        headers: { Authorization: `Bearer ${server.token}`, "Content-Type": "text/csv" },
        body: `url,title\n${url},${word}\n`,
      });
      return ((await answer.json()) as { created: number }).created === 1;
    },
    stored: link,
  },
  YOURLS: {
    send: async (word) => {
      const { server } = service.instance;
      const body = new URLSearchParams({
        ...{ action: "shorturl", format: "json", signature: server.token },
        ...{ url, keyword: word, title: word },
      });
      return (await fetch(`${server.url}/yourls-api.php`, { method: "POST", body })).ok;
    },
    stored: link,
  },
  "a link of the dashboard": {
    send: (word) => act("createLink", [{ url, title: word, enabled: true }, [], randomUUID()]),
    stored: link,
  },
  "links deleted in the dashboard": {
    before: makeLink,
    send: (word) => act("deleteLinks", [randomUUID(), [word]]),
    stored: (word) => `SELECT WHERE NOT EXISTS (SELECT FROM "Link" WHERE "slug" = '${word}')`,
  },
};

beforeAll(async () => {
  const { database, instance } = service;
  person = await makePerson({ sql: database.sql, server: instance.server });
});

/** Cuts the connection whose transaction says `word`, once. Returns whether that is done. */
function cutCommit(word: string, isDelivered: boolean): () => boolean {
  const said = new WeakMap<Socket, string>();
  let isCut = false;
  const { proxy } = service.database;
  const cuts = (sent: Buffer, by: Socket) => {
    const text = sent.toString("latin1");
    said.set(by, (text.includes("BEGIN") ? "" : (said.get(by) ?? "")) + text);
    if (isCut || !text.includes("COMMIT") || !said.get(by)?.includes(word)) return false;
    isCut = true;
    return true;
  };
  proxy.cutsBefore = isDelivered ? () => false : cuts;
  proxy.cutsAfter = isDelivered ? cuts : () => false;
  return () => isCut;
}

const fresh = () => `lost-${randomUUID().slice(0, 13)}`;

describe.each([
  ["before it arrives", false],
  ["before its answer does", true],
])("a COMMIT that is cut %s", (_when, isDelivered) => {
  it.each(Object.entries(writes))("of %s is answered as it happened", async (_name, write) => {
    const word = fresh();
    await write.before?.(word);
    const { database } = service;
    const isCut = cutCommit(word, isDelivered);
    expect(await write.send(word)).toBe(true);
    expect(isCut()).toBe(true);
    expect(await database.sql(write.stored(word))).toHaveLength(1);
  });

  it("control: without asking, a transaction that was stored seems refused", async () => {
    const word = fresh();
    const own = createOwnService(service.database.url);
    try {
      const create = { data: { name: word, key: word, color: "red", createdAt: new Date() } };
      cutCommit(word, isDelivered);
      const client = own.database.pools.client("owners");
      await expect(client.$transaction((writer) => writer.tag.create(create))).rejects.toThrow();
      const stored = await service.database.sql(`SELECT FROM "Tag" WHERE "name" = '${word}'`);
      expect(stored).toHaveLength(isDelivered ? 1 : 0);
      const other = fresh();
      cutCommit(other, isDelivered);
      const again = { data: { ...create.data, name: other, key: other } };
      expect((await inTransaction((writer) => writer.tag.create(again))).name).toBe(other);
    } finally {
      await own.stop();
    }
  });
});
