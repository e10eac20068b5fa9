import { expect, it } from "vitest";
import { exportClicks } from "@/lib/stats/report/export-clicks";
import { refusalOf } from "../../support/refusal";

const dateRange = { since: new Date(0), until: new Date() };
const start = (cursor: string) =>
  exportClicks(1, { dateRange, filters: {}, format: "csv", cursor });
const cursorOf = (ms: bigint) => {
  const bytes = Buffer.alloc(24);
  bytes.writeBigInt64BE(ms);
  return bytes.toString("base64url");
};

it.each([
  "x",
  "A".repeat(31),
  "A".repeat(33),
  `${"A".repeat(31)}=`,
  cursorOf(-1n),
  cursorOf(253_402_300_800_000n),
  cursorOf(2n ** 62n),
])("refuses the cursor %j at once", async (cursor) => {
  expect((await refusalOf(async () => start(cursor))).problems.map(({ path }) => path)).toEqual([
    "cursor",
  ]);
});

it("accepts the first and the last instant", () => {
  for (const ms of [0n, 253_402_300_799_999n]) expect(() => start(cursorOf(ms))).not.toThrow();
});
