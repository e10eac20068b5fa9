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
  const done: string[] = [];
  const works = Object.keys(kinds).map((kind) =>
    left.ifAny(kind as keyof typeof kinds, async () => void done.push(kind)),
  );
  return async () => {
    done.length = 0;
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

it("a question that failed is asked again at once", async () => {
  const left = new LeftWork(running().database.pools, { history: deletedLinks });
  const work = vi.fn(async () => {});
  await own.query(`INSERT INTO "DeletedLink" ("linkId") VALUES (8)`);
  await own.query(`ALTER TABLE "DeletedLink" RENAME TO "Elsewhere"`);
  await expect(left.ifAny("history", work)(signal)).rejects.toThrow();
  await own.query(`ALTER TABLE "Elsewhere" RENAME TO "DeletedLink"`);
  await left.ifAny("history", work)(signal);
  expect(work).toHaveBeenCalledOnce();
});
