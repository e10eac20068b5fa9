import { createHash } from "node:crypto";
import { expect, it, vi } from "vitest";
import type { Writer } from "@/lib/database/in-transaction";
import { makeSecretOnce } from "@/lib/owners/run-once";

/** Keys that are committed; each transaction runs as the next of these says. */
const tries = vi.hoisted(() => [] as (object | "rolled back")[]);
vi.mock("@/lib/owners/sealed-secret", () => ({
  fingerprintOf: (text: string) => Buffer.from(text),
  sealSecret: (answer: Uint8Array) => answer,
  openSecret: (answer: Uint8Array) => answer,
}));
vi.mock("@/lib/database/in-transaction", () => ({
  inTransaction: async (work: (writer: unknown) => Promise<unknown>) => {
    for (;;) {
      const next = tries.shift();
      if (next !== "rolled back") return work(next);
      await work(claiming);
    }
  },
}));

const claiming = { $queryRaw: async () => [{}], idempotencyKey: { update: async () => {} } };
/** Of the version before. */
const request = createHash("sha256").update("[]").digest();
/** After another request with the same key was committed. */
const repeated = {
  $queryRaw: async (parts: readonly string[]) =>
    parts.join("").includes("INSERT") ? [] : [{ answer: { id: "other" } }],
  idempotencyKey: {
    findUniqueOrThrow: async () => ({ request, answer: { id: "other" } }),
    updateMany: async () => {},
  },
};

const make = async (_: Writer, before: string | null) => ({ id: before ?? "own" });

it("makes what is new once", async () => {
  tries.push(claiming);
  expect(await makeSecretOnce("owner:1", "key", [], make)).toEqual({ id: "own" });
});

it("returns nothing that a rolled back try made", async () => {
  tries.push("rolled back", repeated, repeated);
  expect(await makeSecretOnce("owner:1", "key", [], make)).toEqual({ id: "other" });
});
