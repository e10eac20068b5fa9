import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { frame, readParts } from "@/lib/visits/journal/journal-file";

const folder = mkdtempSync(join(tmpdir(), "slugline-unit-"));
const path = join(folder, "file");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** JOURNAL_CASES sets the number of damaged files. */
const cases = Number(process.env.JOURNAL_CASES) || 300;

/** Texts of whole records, and damaged stretches. */
async function read(
  bytes: Buffer,
): Promise<{ texts: string[]; damage: [start: number, end: number][] }> {
  writeFileSync(path, bytes);
  const found = { texts: [] as string[], damage: [] as [number, number][] };
  for await (const { payload, start, end } of readParts(path)) {
    if (payload) found.texts.push(payload.toString());
    else found.damage.push([start, end]);
  }
  return found;
}

const text = fc
  .record({ kind: fc.string(), value: fc.string({ unit: "binary", maxLength: 200 }) })
  .map((value) => JSON.stringify(value));
const texts = fc.uniqueArray(text, { maxLength: 8 });
const framed = (list: readonly string[]) =>
  Buffer.concat(list.map((each) => frame(Buffer.from(each))));
/** Where each record ends. */
const endsOf = (list: readonly string[]) =>
  list.map((_, index) => framed(list.slice(0, index + 1)).length);

/**
 * A change of the bytes from `from` up to `to`, of which `bytes` is what is there afterwards; 0 to
 * 1 tell where.
 */
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 400 })),
  how: fc.oneof(
    fc.record({ type: fc.constant("flip" as const), bit: fc.integer({ min: 0, max: 7 }) }),
    fc.record({ type: fc.constant("zero" as const) }),
    fc.record({ type: fc.constant("remove" as const) }),
    fc.record({
      type: fc.constant("insert" as const),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
    }),
    // What looks most like a record: one whose text was changed.
    fc.record({
      type: fc.constant("insert" as const),
      bytes: text.map((each) => frame(Buffer.from(each)).fill("x", 12, 13)),
    }),
  ),
});
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function harm(bytes: Buffer, { at, length, how }: Damage): Buffer {
  const from = Math.floor(at * bytes.length);
  const to = Math.min(from + length, bytes.length);
  const [before, hit, after] = [
    bytes.subarray(0, from),
    bytes.subarray(from, to),
    bytes.subarray(to),
  ];
  switch (how.type) {
    case "flip":
      return Buffer.concat([
        before,
        hit.map((byte, index) => (index === 0 ? byte ^ (1 << how.bit) : byte)),
        after,
      ]);
    case "zero":
      return Buffer.concat([before, Buffer.alloc(hit.length), after]);
    case "remove":
      return Buffer.concat([before, after]);
    case "insert":
      return Buffer.concat([before, how.bytes, hit, after]);
  }
}

describe("readParts", () => {
  it("returns the framed records in order", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (list) => {
        expect(await read(framed(list))).toEqual({ texts: list, damage: [] });
      }),
    );
  });

  it("returns every whole record before a torn end and reports no damage", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), async (list, cut) => {
        const bytes = framed(list);
        const length = bytes.length === 0 ? 0 : cut % bytes.length;
        const whole = list.filter((_, index) => (endsOf(list)[index] ?? 0) <= length);
        expect(await read(bytes.subarray(0, length))).toEqual({ texts: whole, damage: [] });
      }),
    );
  });

  it("returns exactly the intact records, once and in order, for any damage", {
    timeout: 20_000 + 50 * cases,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.array(damage, { maxLength: 4 }), async (list, damages) => {
        const bytes = damages.reduce(harm, framed(list));
        const intact = list.filter((each) => bytes.includes(frame(Buffer.from(each))));
        expect((await read(bytes)).texts).toEqual(intact);
      }),
      { numRuns: cases },
    );
  });

  it.each<[string, (bytes: Buffer, start: number, end: number) => void]>([
    ["a flipped bit", (bytes, _, end) => bytes.writeUInt8(bytes.readUInt8(end - 3) ^ 4, end - 3)],
    ["a length beyond reason", (bytes, start) => bytes.writeUInt32BE(0xff_ff_ff_ff, start)],
    ["a length past the end of the file", (bytes, start) => bytes.writeUInt32BE(1_000_000, start)],
    ["a length of nothing", (bytes, start) => bytes.writeUInt32BE(0, start)],
    ["zeros", (bytes, start, end) => bytes.fill(0, start, end)],
  ])("locates %s, also at the end of a file", async (_, spoil) => {
    const list = ['{"n":1}', '{"n":2}', '{"n":3}'];
    for (const spoilt of [1, 2]) {
      const bytes = framed(list);
      const [start, end] = [endsOf(list)[spoilt - 1] ?? 0, endsOf(list)[spoilt] ?? 0];
      spoil(bytes, start, end);
      const isEmptyEnd = spoilt === 2 && bytes[start + 8] === 0;
      expect(await read(bytes)).toEqual({
        texts: list.filter((_, index) => index !== spoilt),
        damage: isEmptyEnd ? [] : [[start, end]],
      });
    }
  });

  it("treats trailing zeros, as left by a file system crash, as the end", async () => {
    expect(await read(Buffer.concat([framed(['{"n":1}']), Buffer.alloc(70_000)]))).toEqual({
      texts: ['{"n":1}'],
      damage: [],
    });
  });

  it("finds the next record after megabytes of damage", async () => {
    let state = 1;
    const noise = Buffer.alloc(3_000_001).map(() => {
      state = (state * 48_271) % 0x7f_ff_ff_ff;
      return state >> 11;
    });
    const list = ['{"n":1}', JSON.stringify({ text: "x".repeat(200_000) }), '{"n":3}'];
    const bytes = Buffer.concat([framed(list.slice(0, 1)), noise, framed(list.slice(1))]);
    const start = endsOf(list)[0] ?? 0;
    expect(await read(bytes)).toEqual({ texts: list, damage: [[start, start + noise.length]] });
  });
});
