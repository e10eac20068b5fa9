// Run: verify
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type MadePerson, makePerson } from "../support/make-person";
import { RawConnection } from "../support/raw-connection";
import { useSharedService } from "../support/service";

/**
 * A right that ends while the body of a request is under way ends for that request, too: each write
 * with a body, by each way in which a right ends. Where it stays, the same request is done.
 */
const service = useSharedService();

/** Each has a body, and so can be held back. `done`: whether it was, for this case alone. */
interface Write {
  send: (slug: string) => { method?: string; path: string; body: unknown; isForm?: true };
  done: (slug: string) => string;
  needs: "editor" | "owner";
}

const link = (slug: string) => `SELECT FROM "Link" WHERE "slug" = '${slug}'`;
const url = "https://example.com/";
const receiver = (name: string) => ({
  name,
  kind: "webhook",
  url: "https://hooks.example.com/x",
  events: ["link.created"],
});

const writes: Record<string, Write> = {
  "a new link": {
    send: (slug) => ({ path: "/api/links", body: { slug, url } }),
    done: link,
    needs: "editor",
  },
  "an edit": {
    send: (slug) => ({ method: "PATCH", path: `/api/links/${slug}-old`, body: { title: "New" } }),
    done: (slug) => `${link(`${slug}-old`)} AND "title" = 'New'`,
    needs: "editor",
  },
  "many links": {
    send: (slug) => ({ path: "/api/links/bulk", body: { create: [{ slug, url }] } }),
    done: link,
    needs: "editor",
  },
  "a replacement": {
    send: (slug) => ({
      path: "/api/links/replace",
      body: { slugs: [`${slug}-old`], find: "old.example", replace: "new.example", scope: "host" },
    }),
    done: (slug) => `${link(`${slug}-old`)} AND "url" LIKE '%new.example%'`,
    needs: "editor",
  },
  "an import": {
    send: (slug) => ({ path: "/api/links/import", body: `slug,url\n${slug},${url}\n` }),
    done: link,
    needs: "editor",
  },
  "a share page": {
    send: (slug) => ({ path: "/api/shares", body: { campaign: slug } }),
    done: (slug) => `SELECT FROM "Share" WHERE "campaign" = '${slug}'`,
    needs: "editor",
  },
  "a tag": {
    send: (slug) => ({ path: "/api/tags", body: { name: slug } }),
    done: (slug) => `SELECT FROM "Tag" WHERE "name" = '${slug}'`,
    needs: "editor",
  },
  "a tag's colour": {
    send: (slug) => ({ method: "PATCH", path: `/api/tags/${slug}-t`, body: { color: "red" } }),
    done: (slug) => `SELECT FROM "Tag" WHERE "name" = '${slug}-t' AND "color" = 'red'`,
    needs: "editor",
  },
  "an ignored slug": {
    send: (slug) => ({
      method: "PATCH",
      path: `/api/missed-links/${slug}`,
      body: { ignored: true },
    }),
    done: (slug) => `SELECT FROM "IgnoredSlug" WHERE "slug" = '${slug}'`,
    needs: "editor",
  },
  "a receiver": {
    send: (slug) => ({ path: "/api/webhooks", body: receiver(slug) }),
    done: (slug) => `SELECT FROM "Receiver" WHERE "name" = '${slug}'`,
    needs: "owner",
  },
  "a receiver's address": {
    send: (slug) => ({
      method: "PATCH",
      path: `/api/webhooks/${receiverIds.get(slug)}`,
      body: { name: "Renamed" },
    }),
    done: (slug) =>
      `SELECT FROM "Receiver" WHERE "id" = '${receiverIds.get(slug)}' AND "name" = 'Renamed'`,
    needs: "owner",
  },
  "an import in the dashboard": {
    send: (slug) => ({
      path: "/dashboard/settings/data/import",
      body: `slug,url\n${slug},${url}\n`,
      isForm: true,
    }),
    done: link,
    needs: "editor",
  },
};
const receiverIds = new Map<string, string>();

/** How a right ends. `below`: the role that is left. */
const endings: Record<
  string,
  (people: MadePerson[], below: (person: MadePerson) => string) => Promise<unknown>
> = {
  "stays as it was": async () => {},
  "ends with the token and the session": async (people) => {
    await service.sql(`UPDATE "ApiToken" SET "revokedAt" = now() WHERE "id" = ANY($1)`, [
      people.map(({ tokenId }) => tokenId),
    ]);
    await service.sql(`DELETE FROM "OwnerSession" WHERE "id" = ANY($1)`, [
      people.map(({ sessionId }) => sessionId),
    ]);
  },
  expired: async (people) => {
    await service.sql(`UPDATE "ApiToken" SET "expiresAt" = now() WHERE "id" = ANY($1)`, [
      people.map(({ tokenId }) => tokenId),
    ]);
    await service.sql(`UPDATE "OwnerSession" SET "expiresAt" = now() WHERE "id" = ANY($1)`, [
      people.map(({ sessionId }) => sessionId),
    ]);
  },
  "ends with the role": (people, below) =>
    Promise.all(
      people.map((person) =>
        service.sql(`UPDATE "Owner" SET "role" = $2 WHERE "id" = $1`, [person.id, below(person)]),
      ),
    ),
  "ends with the person": (people) =>
    service.sql(`DELETE FROM "Owner" WHERE "id" = ANY($1)`, [people.map(({ id }) => id)]),
};

interface Case {
  name: string;
  write: Write;
  slug: string;
  person: MadePerson;
}

const cases = new Map<string, Case[]>();

beforeAll(async () => {
  for (const ending of Object.keys(endings))
    cases.set(
      ending,
      await Promise.all(
        Object.entries(writes).map(async ([name, write]) => {
          const slug = `held-${randomUUID().slice(0, 13)}`;
          return { name, write, slug, person: await makePerson(service) };
        }),
      ),
    );
  const slugs = [...cases.values()].flat().map(({ slug }) => slug);
  const create = slugs.map((slug) => ({ slug: `${slug}-old`, url: `https://old.example/${slug}` }));
  await service.api.call("POST", "/api/links/bulk", { create });
  for (const { slug, write } of [...cases.values()].flat()) {
    if (write === writes["a tag's colour"])
      await service.api.call("POST", "/api/tags", { name: `${slug}-t`, color: "green" });
    if (write !== writes["a receiver's address"]) continue;
    const { body } = await service.api.call<{ id: string }>(
      "POST",
      "/api/webhooks",
      receiver(`${slug}-old`),
    );
    receiverIds.set(slug, body.id);
  }
  await sleep(900);
}, 60_000);

/** Sends all of a request but its last byte. Returns that, once its door is passed. */
async function hold({ write, slug, person }: Case) {
  const connection = new RawConnection(service.server);
  const { method = "POST", path, body, isForm } = write.send(slug);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "text/csv" : "application/json";
  const { host } = new URL(service.server.url);
  const who = isForm
    ? `Cookie: ${person.cookie}\r\nOrigin: ${service.server.url}`
    : `Authorization: Bearer ${person.token}`;
  await connection.send(
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${who}\r\nContent-Type: ${type}\r\nContent-Length: ${text.length}\r\n\r\n${text.slice(0, -1)}`,
  );
  return async () => {
    await connection.send(text.slice(-1));
    const answer = await connection.next();
    connection.end();
    return answer;
  };
}

/** The door notes when a token is used; a session has no such sign. */
async function untilPassed(people: readonly MadePerson[]): Promise<void> {
  const used = `SELECT FROM "ApiToken" WHERE "id" = ANY($1) AND "lastUsedAt" IS NOT NULL`;
  const ids = people.map(({ tokenId }) => tokenId);
  await vi.waitUntil(async () => (await service.sql(used, [ids])).length === ids.length, {
    timeout: 20_000,
  });
  await sleep(300);
}

describe.each(Object.keys(endings))("a right that %s while the body is held back", (ending) => {
  it("allows each write, or none", async () => {
    const held = cases.get(ending) ?? [];
    const finish = await Promise.all(held.map(hold));
    const byToken = held.filter(({ write, slug }) => !write.send(slug).isForm);
    await untilPassed(byToken.map(({ person }) => person));
    const ofCase = new Map(held.map((each) => [each.person, each]));
    await endings[ending]?.(
      held.map(({ person }) => person),
      (person) => (ofCase.get(person)?.write.needs === "owner" ? "editor" : "reader"),
    );
    const answers = await Promise.all(finish.map((send) => send()));
    const stays = ending === "stays as it was";
    const expected = stays ? [true, true] : [false, false];
    const seen = await Promise.all(
      held.map(async ({ name, write, slug }, index) => {
        const { status = 0, body = "" } = answers[index] ?? {};
        // The answer to an import has begun by then.
        const isRefused = /import$/.test(write.send(slug).path) && /"error":/.test(body);
        const isStored = (await service.sql(write.done(slug))).length > 0;
        return [name, status < 300 && !isRefused, isStored];
      }),
    );
    expect(seen).toEqual(held.map(({ name }) => [name, ...expected]));
  });
});
