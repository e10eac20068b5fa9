// Run: all
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/lib/core/access";
import { insertLinks } from "@/lib/links/insert-links";
import { listReplacements, undoReplacement } from "@/lib/links/replacements";
import type { Undoer } from "@/lib/links/undoer";
import { makeApiToken, restoreApiToken, revokeApiToken } from "@/lib/owners/api-tokens";
import { replaceInChosen } from "@/lib/stats/list/replace-in-chosen";
import { undoSetAside } from "@/lib/stats/report/change-set-aside";
import { readSetAside } from "@/lib/stats/report/set-aside";
import { importLinks } from "@/lib/transfer/import-links";
import { listUndoableImports, undoImport } from "@/lib/transfer/undo-import";
import { useOwnDatabase } from "../support/own-database";
import { person } from "../support/person";

const own = useOwnDatabase();
const now = new Date();
const roleOf: Record<string, Role> = { ada: "owner", mara: "editor", noor: "editor" };
const script = randomUUID();
const personal = (id: string): Undoer => ({ by: `owner:${id}`, role: roleOf[id] ?? "reader" });
const token: Undoer = { by: `token:${script}`, role: "editor" };
const acting = (id: string) => ({ owner: { id, role: roleOf[id] ?? "reader" }, by: person(id) });

beforeEach(async () => {
  await own.query(`DELETE FROM "Owner"`);
  for (const [id, role] of Object.entries(roleOf))
    await own.query(
      `INSERT INTO "Owner" ("id", "name", "email", "role", "createdAt", "updatedAt") VALUES ($1, $1, $1 || '@example.com', $2, now(), now())`,
      [id, role],
    );
  await own.query(
    `INSERT INTO "ApiToken" ("id", "name", "hash", "prefix", "lastFour", "canWrite", "role", "ownerId", "createdAt") VALUES ($1, 'script', '\\x0a', '', '', true, 'editor', 'mara', now())`,
    [script],
  );
});

const slug = () => `s${randomUUID().slice(0, 8)}`;
const makeLink = async () => {
  const [link] = await insertLinks(
    [
      {
        slug: slug(),
        url: "https://old.example/",
        title: null,
        enabled: true,
        expiresAt: null,
      },
    ],
    now,
  );
  return (link as { slug: string; id: number }) ?? expect.fail("no link");
};

interface Done {
  undo: (undoer: Undoer) => Promise<unknown>;
  /** Whether a page offers it. */
  isOffered: (undoer: Undoer) => Promise<boolean>;
}

/** Does something as `done`, and returns how somebody undoes it. */
const kinds: Record<string, (done: Undoer) => Promise<Done>> = {
  "a replacement": async (by) => {
    const chosen = { slugs: [(await makeLink()).slug] };
    const wanted = { find: "old.example", replace: "new.example", scope: "text" as const };
    await replaceInChosen(chosen, wanted, { now: new Date(), ...by }, { isDryRun: false });
    const listed = (undoer: Undoer) => listReplacements(new Date(), undoer);
    const [{ id = "" } = {}] = await listed(personal("ada"));
    return {
      undo: (undoer) => undoReplacement(id, { ...undoer, now: new Date() }),
      isOffered: async (undoer) => (await listed(undoer)).some((each) => each.id === id),
    };
  },
  "an import": async ({ by }) => {
    const id = randomUUID();
    const rows = async function* () {
      yield { row: 1, value: { slug: slug(), url: "https://example.com/" } };
    };
    for await (const { created } of importLinks(rows(), false, now, { id, by }))
      expect(created).toBe(1);
    return {
      undo: (undoer) => undoImport(id, { ...undoer, actor: person(), now }),
      isOffered: async (undoer) =>
        (await listUndoableImports(now, undoer)).some((each) => each.id === id),
    };
  },
  "setting aside": async ({ by }) => {
    const link = await makeLink();
    const id = randomUUID();
    await own.query(
      `INSERT INTO "SetAside" ("linkId", "id", "day", "visitor", "setAt", "by") VALUES ($1, $2, now(), '\\x0a', now(), $3)`,
      [link.id, id, by],
    );
    return {
      undo: (undoer) => undoSetAside(link.slug, id, { ...undoer, actor: person(), now, wait: 0 }),
      isOffered: async (undoer) => {
        const { setAside } = await readSetAside(link.id, now, undoer);
        return setAside.some(({ visitor, undoUntil }) => visitor === id && undoUntil !== null);
      },
    };
  },
};

describe.each(Object.entries(kinds))("%s", (_, make) => {
  /** Undoes it as somebody to whom a page offers that, or is refused what none offers. */
  const act = async (by: Undoer) => {
    const { undo, isOffered } = await make(by);
    return async (undoer: Undoer) => {
      const offered = await isOffered(undoer);
      try {
        await undo(undoer);
      } catch (error) {
        expect(offered).toBe(false);
        throw error;
      }
      expect(offered).toBe(true);
    };
  };

  it("of an owner is undone by no editor, with or without a token", async () => {
    const undo = await act(personal("ada"));
    for (const other of [personal("mara"), token])
      await expect(undo(other)).rejects.toMatchObject({ code: "forbidden" });
    await undo({ by: "API_TOKEN", role: "owner" });
  });

  it("of an editor is undone by the same person, a token of theirs, or an owner", async () => {
    const undo = await act(personal("mara"));
    await expect(undo(personal("noor"))).rejects.toMatchObject({ code: "forbidden" });
    await undo(token);
    await (await act(token))(personal("mara"));
    await (await act(token))(personal("ada"));
  });

  it("of somebody who is not known is undone by owners", async () => {
    const undo = await act({ by: "token:2ab0b1f0-0000-4000-8000-000000000000", role: "editor" });
    await expect(undo(personal("mara"))).rejects.toMatchObject({ code: "forbidden" });
    await undo(personal("ada"));
  });

  it("is offered although others did many since", async () => {
    const { isOffered } = await make(personal("mara"));
    for (let count = 0; count < 21; count++) await make(personal("noor"));
    expect(await isOffered(personal("mara"))).toBe(true);
  });

  it("is undone by no owner who is none any more", async () => {
    const undo = await act(personal("noor"));
    await own.query(`UPDATE "Owner" SET "role" = 'editor' WHERE "id" = 'ada'`);
    await expect(undo(personal("ada"))).rejects.toMatchObject({ code: "forbidden" });
  });
});

it("a token that an owner revoked is restored by an owner", async () => {
  const wanted = { name: "script", role: "editor" as const, expiresInDays: 7 };
  const { id } = await makeApiToken(acting("mara"), wanted, now);
  await revokeApiToken(acting("ada"), id, now);
  await expect(restoreApiToken(acting("mara"), id, now)).rejects.toMatchObject({
    code: "forbidden",
  });
  const revoked = async () =>
    (await own.query(`SELECT "revokedAt" FROM "ApiToken" WHERE "id" = $1`, [id])).rows[0].revokedAt;
  expect(await revoked()).not.toBeNull();
  expect(await restoreApiToken(acting("ada"), id, now)).toBe(true);
  await revokeApiToken(acting("mara"), id, now);
  expect(await restoreApiToken(acting("mara"), id, now)).toBe(true);
  expect(await revoked()).toBeNull();
});
