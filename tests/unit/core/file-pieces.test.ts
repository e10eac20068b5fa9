import { expect, it } from "vitest";
import { type FileFormat, filePieces } from "@/lib/core/table-file";

async function fileOf(pages: { a: string }[][], format: FileFormat): Promise<string> {
  async function* given() {
    yield* pages;
  }
  let file = "";
  for await (const piece of filePieces(given(), ["a"], format)) file += piece;
  return file;
}

it.each([
  ["csv", [[{ a: "1" }, { a: "2" }], [{ a: "3" }]], '"a"\r\n"1"\r\n"2"\r\n"3"\r\n'],
  ["json", [[{ a: "1" }, { a: "2" }], [{ a: "3" }]], '[\n{"a":"1"},\n{"a":"2"},\n{"a":"3"}\n]\n'],
  ["ndjson", [[{ a: "1" }, { a: "2" }], [{ a: "\n" }]], '{"a":"1"}\n{"a":"2"}\n{"a":"\\n"}\n'],
  ["csv", [], '"a"\r\n'],
  ["json", [], "[]\n"],
  ["ndjson", [], ""],
] as const)("%s of %j", async (format, pages, expected) => {
  expect(await fileOf(pages as unknown as { a: string }[][], format)).toBe(expected);
});
