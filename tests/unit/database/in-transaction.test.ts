import { beforeEach, describe, expect, it, vi } from "vitest";
import { DeadlineError } from "@/lib/core/deadline";
import { Prisma } from "@/lib/database/generated/client";
import {
  afterCommit,
  asWriteRequest,
  inTransaction,
  newAfterCommit,
  newWriteRequests,
} from "@/lib/database/in-transaction";
import { Deadlines } from "@/lib/database/write-deadline";
import { useConfig } from "../support/config";

const commit = vi.hoisted(() => vi.fn());
/** What Postgres answers when it is asked what became of the transaction. */
const status = vi.hoisted(() => vi.fn());

vi.mock("@/lib/database/client", async (original) => ({
  ...(await original<object>()),
  database: () => ({
    $queryRaw: async () => [{ status: await status() }],
    $transaction: async (work: (writer: unknown) => Promise<unknown>) => {
      const result = await work({ $queryRaw: async () => [{ transactionId: "7" }] });
      await commit();
      return result;
    },
  }),
}));

beforeEach(() => {
  commit.mockReset();
  status.mockReset();
  useConfig({}, () => ({
    database: {
      afterCommit: newAfterCommit(),
      writeRequests: newWriteRequests(),
      deadlines: new Deadlines(),
    },
  }));
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

it("gives up on a conflict that stays, and at once on an error of the work", async () => {
  const acted = vi.fn();
  const work = vi.fn(async () => afterCommit(acted));
  commit.mockImplementation(() => Promise.reject(conflict("P2034")));
  await expect(inTransaction(work)).rejects.toThrow("conflict");
  expect(work.mock.calls.length).toBeGreaterThan(1);
  work.mockReset();
  work.mockRejectedValue(new Error("other"));
  await expect(inTransaction(work)).rejects.toThrow("other");
  expect(work).toHaveBeenCalledOnce();
  expect(acted).not.toHaveBeenCalled();
});

const shutdown = new Prisma.PrismaClientKnownRequestError("terminating connection", {
  code: "P2010",
  clientVersion: "7",
  meta: { driverAdapterError: { cause: { originalCode: "57P01" } } },
});

describe.each([
  new Error("Connection terminated unexpectedly"),
  new Error("Connection terminated"),
  new Error("Query read timeout"),
  Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" }),
  shutdown,
])("a COMMIT that ends with %s", (error) => {
  const acted = vi.fn();
  const work = vi.fn(async () => {
    afterCommit(acted);
    return work.mock.calls.length;
  });

  beforeEach(() => {
    acted.mockClear();
    work.mockClear();
    commit.mockRejectedValueOnce(error);
  });

  it("was stored: answers so, and does what waited for it once", async () => {
    status.mockRejectedValueOnce(new Error("down")).mockResolvedValueOnce("in progress");
    status.mockResolvedValue("committed");
    expect(await inTransaction(work)).toBe(1);
    expect(work).toHaveBeenCalledOnce();
    expect(acted).toHaveBeenCalledOnce();
  });

  it("was not stored: runs again", async () => {
    status.mockResolvedValue("aborted");
    expect(await inTransaction(work)).toBe(2);
    expect(acted).toHaveBeenCalledOnce();
  });

  it.each([["in progress"], [null]])("stays open with %s: says so", async (answer) => {
    vi.useFakeTimers();
    try {
      status.mockImplementation(async () => answer);
      const refused = expect(inTransaction(work)).rejects.toMatchObject({
        code: "outcome_unknown",
      });
      await vi.advanceTimersByTimeAsync(60_000);
      await refused;
    } finally {
      vi.useRealTimers();
    }
    expect(work).toHaveBeenCalledOnce();
    expect(acted).not.toHaveBeenCalled();
  });
});

it.each([
  new DeadlineError("the request of this statement has already timed out"),
  conflict("P2003"),
])("a COMMIT that was not sent or that was refused asks nobody", async (error) => {
  commit.mockImplementation(() => Promise.reject(error));
  status.mockResolvedValue("committed");
  const isKnown = error instanceof DeadlineError;
  await inTransaction(async () => {}).catch((thrown) => expect(thrown).toBe(error));
  expect(status.mock.calls.length === 0).toBe(isKnown);
});

describe("a request", () => {
  const lost = () => Promise.reject(new Error("Connection terminated unexpectedly"));

  it("that has stored nothing is refused as it is", async () => {
    const failing = asWriteRequest(
      async () => "7",
      () => inTransaction(lost),
    );
    await expect(failing).rejects.toThrow("Connection terminated unexpectedly");
  });

  it("that fails once something is stored does not seem to have changed nothing", async () => {
    const failing = asWriteRequest(
      async () => "7",
      async () => {
        await inTransaction(async () => {});
        await inTransaction(lost);
      },
    );
    await expect(failing).rejects.toMatchObject({ code: "outcome_unknown" });
  });

  it("confirms its rights in each transaction, also when one runs again", async () => {
    const confirm = vi.fn(async () => "7");
    commit.mockRejectedValueOnce(conflict("P2034"));
    await asWriteRequest(confirm, async () => {
      await inTransaction(async () => {});
      await inTransaction(async () => {});
    });
    expect(confirm).toHaveBeenCalledTimes(3);
  });
});

it("acts at once outside of a transaction", () => {
  const acted = vi.fn();
  afterCommit(acted);
  expect(acted).toHaveBeenCalledOnce();
});
