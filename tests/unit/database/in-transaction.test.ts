import { beforeEach, expect, it, vi } from "vitest";
import { Prisma } from "@/lib/database/generated/client";
import { afterCommit, inTransaction, newAfterCommit } from "@/lib/database/in-transaction";
import { useConfig } from "../support/config";

const commit = vi.hoisted(() => vi.fn());

vi.mock("@/lib/database/client", () => ({
  database: () => ({
    $transaction: async (work: (writer: unknown) => Promise<unknown>) => {
      const result = await work({});
      await commit();
      return result;
    },
  }),
}));

beforeEach(() => {
  commit.mockReset();
  useConfig({}, { database: { afterCommit: newAfterCommit() } });
});

const conflict = (code: string) =>
  new Prisma.PrismaClientKnownRequestError("conflict", { code, clientVersion: "7" });

it.each(["P2034", "P2002"])(
  "runs the work again after %s, and what waits for the commit once",
  async (code) => {
    commit.mockRejectedValueOnce(conflict(code)).mockRejectedValueOnce(conflict(code));
    const acted: number[] = [];
    let runs = 0;
    const result = await inTransaction(async () => {
      const run = ++runs;
      await Promise.resolve();
      afterCommit(() => acted.push(run));
      expect(acted).toEqual([]);
      return run;
    });
    expect([result, acted]).toEqual([3, [3]]);
  },
);

it("gives up on a conflict that stays, and at once on any other error", async () => {
  const acted = vi.fn();
  const work = vi.fn(async () => afterCommit(acted));
  commit.mockImplementation(() => Promise.reject(conflict("P2034")));
  await expect(inTransaction(work)).rejects.toThrow("conflict");
  expect(work.mock.calls.length).toBeGreaterThan(1);
  work.mockClear();
  commit.mockImplementation(() => Promise.reject(new Error("other")));
  await expect(inTransaction(work)).rejects.toThrow("other");
  expect(work).toHaveBeenCalledOnce();
  expect(acted).not.toHaveBeenCalled();
});

it.each([
  "Connection terminated unexpectedly",
  "Connection terminated",
  "Query read timeout",
  "read ECONNRESET",
  "terminating connection due to administrator command",
])("never runs again after %s, for its COMMIT may have been stored", async (message) => {
  const work = vi.fn(async () => {});
  commit.mockImplementation(() => Promise.reject(new Error(message)));
  await expect(inTransaction(work)).rejects.toThrow(message);
  expect(work).toHaveBeenCalledOnce();
});

it("acts at once outside of a transaction", () => {
  const acted = vi.fn();
  afterCommit(acted);
  expect(acted).toHaveBeenCalledOnce();
});
