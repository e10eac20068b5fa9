import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { frame, readRecords } from "@/lib/visits/journal-file";

const folder = mkdtempSync(join(tmpdir(), "slugline-unit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(bytes: Buffer): Promise<string[]> {
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  const records: string[] = [];
  for await (const record of readRecords(path)) records.push(record.toString("latin1"));
  return records;
}

const payloads = fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { maxLength: 8 });
const framed = (list: Uint8Array[]) => Buffer.concat(list.map((bytes) => frame(Buffer.from(bytes))));
const texts = (list: Uint8Array[]) => list.map((bytes) => Buffer.from(bytes).toString("latin1"));

describe("readRecords", () => {
  it("gives what was framed, in order", async () => {
    await fc.assert(
      fc.asyncProperty(payloads, async (list) => {
        expect(await read(framed(list))).toEqual(texts(list));
      }),
    );
  });

  it("gives every whole record before a torn end, wherever it was torn", async () => {
    await fc.assert(
      fc.asyncProperty(payloads, fc.nat(), async (list, cut) => {
        const bytes = framed(list);
        const length = bytes.length === 0 ? 0 : cut % bytes.length;
        const whole = list.filter((_, index) => framed(list.slice(0, index + 1)).length <= length);
        expect(await read(bytes.subarray(0, length))).toEqual(texts(whole));
      }),
    );
  });

  it("stops before a record with a flipped bit", async () => {
    await fc.assert(
      fc.asyncProperty(
        payloads.filter(({ length }) => length > 0),
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        async (list, at, bit) => {
          const bytes = framed(list);
          const position = at % bytes.length;
          bytes[position] = (bytes[position] ?? 0) ^ (1 << bit);
          const intact = list.filter((_, index) => framed(list.slice(0, index + 1)).length <= position);
          expect(await read(bytes)).toEqual(texts(intact));
        },
      ),
    );
  });

  it("stops at zeros, as a crashed file system may leave them, and at a length beyond reason", async () => {
    const record = frame(Buffer.from("one"));
    expect(await read(Buffer.concat([record, Buffer.alloc(4_096)]))).toEqual(["one"]);
    expect(await read(Buffer.concat([record, Buffer.alloc(4_096, 0xff)]))).toEqual(["one"]);
  });
});
