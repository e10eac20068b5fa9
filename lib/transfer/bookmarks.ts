import { Parser } from "htmlparser2";
import type { CsvRecord } from "./csv-records";
import { type FileEncoding, textPieces } from "./file-encoding";
import type { LinkTable } from "./link-table";

const names = ["href", "title", "add_date", "tags", "description"];

/** Bookmarks as browsers and bookmark services export them (Netscape Bookmark File Format). Folders are not kept. */
export function readBookmarks(file: Uint8Array, encoding: FileEncoding): LinkTable {
  return { names, headLines: 0, records: () => bookmarks(file, encoding) };
}

async function* bookmarks(file: Uint8Array, encoding: FileEncoding): AsyncGenerator<CsvRecord> {
  let line = 1;
  let found: { line: number; values: Record<string, string> }[] = [];
  let field: "title" | "description" | null = null;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "a") field = "title";
      else if (/^(?:d[dlt]|h\d)$/.test(name)) field = name === "dd" ? "description" : null;
      if (name === "a") found.push({ line, values: { ...attributes, title: "", description: "" } });
    },
    ontext: (text) => {
      const last = found.at(-1)?.values;
      if (last && field) last[field] += text;
    },
    onclosetag: (name) => {
      if (name === "a") field = null;
    },
  });
  // The last bookmark may go on in the next piece.
  const take = (kept: number): CsvRecord[] => {
    const whole = found.slice(0, found.length - kept);
    found = found.slice(found.length - kept);
    return whole.map(({ line, values }) => ({ line, fields: names.map((name) => values[name] ?? "") }));
  };
  for await (const piece of textPieces(file, encoding)) {
    parser.write(piece);
    line += piece.split("\n").length - 1;
    yield* take(1);
  }
  parser.end();
  yield* take(0);
}
