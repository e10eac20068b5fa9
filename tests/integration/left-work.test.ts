// Run: all
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { running } from "@/lib/config/running";
import { deletedLinks } from "@/lib/links/remove-history";
import { dueMessages } from "@/lib/messages/claims";
import { leftJobs } from "@/lib/owners/jobs";
import { LeftWork } from "@/lib/service/left-work";
import { clicksSetAside } from "@/lib/stats/aggregate/move-set-aside";
import { useOwnDatabase } from "../support/own-database";

const own = useOwnDatabase();
const { signal } = new AbortController();
const kinds = {
  changes: leftJobs,
  history: deletedLinks,
  messages: dueMessages,
  setAside: clicksSetAside,
};

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

function newLeftWork() {
  const left = new LeftWork(running().database.pools, kinds);
  return async () => {
    const done: string[] = [];
    const works = Object.keys(kinds).map((kind) =>
      left.ifAny(kind as keyof typeof kinds, async () => void done.push(kind)),
    );
    await Promise.all(works.map((work) => work(signal)));
    return done;
  };
}

it("work is done for what waits, and for nothing else", async () => {
  const tryAll = newLeftWork();
  expect(await tryAll()).toEqual([]);
  await own.query(`INSERT INTO "DeletedLink" ("linkId") VALUES (7)`);
  expect(await tryAll(), "as was known a moment ago").toEqual([]);
  vi.advanceTimersByTime(500);
  expect(await tryAll()).toEqual(["history"]);
  await own.query(`DELETE FROM "DeletedLink"`);
  vi.advanceTimersByTime(500);
  expect(await tryAll()).toEqual([]);
});

it("all work is tried while one table cannot be read", async () => {
  const tryAll = newLeftWork();
  await own.query(`ALTER TABLE "DeletedLink" RENAME TO "Elsewhere"`);
  expect(await tryAll()).toEqual(Object.keys(kinds));
  await own.query(`ALTER TABLE "Elsewhere" RENAME TO "DeletedLink"`);
  vi.advanceTimersByTime(500);
  expect(await tryAll()).toEqual([]);
});

it("all work is tried while one table is locked, and one question waits for it", async () => {
  const client = vi.spyOn(running().database.pools, "client");
  const tryAll = newLeftWork();
  const waiting = async () => {
    const { rows } = await own.query(
      `SELECT FROM pg_locks WHERE NOT "granted" AND "relation" = '"DeletedLink"'::regclass`,
    );
    return rows.length;
  };
  await own.inTransaction(async (query) => {
    await query(`LOCK TABLE "DeletedLink"`);
    const first = tryAll();
    await expect.poll(waiting).toBe(1);
    vi.advanceTimersByTime(500);
    const second = tryAll();
    expect(client).toHaveBeenCalledOnce();
    expect(await Promise.all([first, second])).toEqual([Object.keys(kinds), Object.keys(kinds)]);
  });
  await expect.poll(waiting).toBe(0);
  vi.advanceTimersByTime(500);
  expect(await tryAll()).toEqual([]);
});
