import { describe, expect, it } from "vitest";
import { RowReader } from "@/lib/backup/row-reader";

const tables = [
  { command: "COPY a\n", rows: "" },
  { command: "COPY b\n", rows: "1\t\\\\.\n\\N\n2\tx\\\\\n.\n" },
  { command: "COPY c\n", rows: "\n\n" },
];
const text = tables.map(({ command, rows }) => `${command}${rows}\\.\n`).join("");

async function* inChunks(size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
}

describe("RowReader", () => {
  it.each([1, 2, 3, 4, 5, 7, 11, 1_000])(
    "reads what was written, in chunks of %d bytes",
    async (size) => {
      const reader = new RowReader(inChunks(size));
      for (const { command, rows } of tables) {
        expect(await reader.line()).toBe(command);
        const read: Buffer[] = [];
        for await (const chunk of reader.rows()) read.push(chunk);
        expect(Buffer.concat(read).toString()).toBe(rows);
      }
      expect(await reader.line()).toBe("");
    },
  );

  it("refuses rows without an end", async () => {
    const reader = new RowReader(
      (async function* () {
        yield Buffer.from("COPY a\n1\n2\n");
      })(),
    );
    await reader.line();
    const reading = async () => {
      for await (const _ of reader.rows());
    };
    await expect(reading()).rejects.toThrow("the rows of a backup have no end");
  });

  it.each(["line", "rows"] as const)("holds no %s without an end", async (what) => {
    const piece = Buffer.alloc(65_536, "x");
    let read = 0;
    const endless = async function* () {
      if (what === "rows") yield Buffer.from("COPY a\n");
      for (; read < 1_000_000_000; read += piece.length) yield piece;
    };
    const reader = new RowReader(endless(), "made.backup");
    const reading = async () => {
      await reader.line();
      for await (const _ of reader.rows());
    };
    await expect(reading()).rejects.toThrow(/made\.backup: line \d of its rows is longer/);
    expect(read).toBeLessThan(what === "line" ? 2_000_000 : 40_000_000);
  });
});
