import { Parser } from "htmlparser2";
import { SluglineError } from "../core/errors";
import { type Sentence, sentence } from "../texts/sentence";
import { type FileEncoding, textPieces } from "./file-content";
import { type CsvRecord, type LinkTable, maxColumns, maxDepth } from "./link-table";

/** Elements within each other: a folder has some of its own. The parser slows down with each. */
const mostOpen = 5 * maxDepth;

/** A line break that is written as a reference belongs to a value; it becomes white space. */
class LineBreaks {
  private rest = "";

  take(piece: string): string {
    const text = this.rest + piece;
    // A reference may go on in the next piece.
    const cut = /&[#\w]{0,12}$/.exec(text)?.index ?? text.length;
    this.rest = text.slice(cut);
    return text.slice(0, cut).replace(/&(?:#0{0,4}(?:10|13)|#x0{0,4}[ad]|newline);/gi, " ");
  }

  end(): string {
    return this.rest;
  }
}

const read = ["href", "title", "add_date", "tags", "description"];

/**
 * Bookmarks as browsers and bookmark services export them (Netscape Bookmark File Format). Folders
 * are not kept. The file is read once to its end for the names of all attributes. Throws
 * `validation_failed` if it was cut, or a quote in it is open.
 */
export async function readBookmarks(file: Uint8Array, encoding: FileEncoding): Promise<LinkTable> {
  const names = new Set(read);
  const records = () =>
    bookmarks(file, encoding, [...names], (name) => names.size < maxColumns && names.add(name));
  for await (const _ of records());
  return { names: [...names], headLines: 0, isHtml: true, records };
}

async function* bookmarks(
  file: Uint8Array,
  encoding: FileEncoding,
  names: readonly string[],
  note: (attribute: string) => void,
): AsyncGenerator<CsvRecord> {
  let line = 1;
  let folders = 0;
  let open = 0;
  let found: { line: number; values: Record<string, string> }[] = [];
  let field: "title" | "description" | null = null;
  const parser = new Parser({
    onattribute: (name, value) => {
      // An open quote takes what follows up to the next quote, whose text then looks like names.
      if (/[\r\n]/.test(value) || /["<]/.test(name))
        throw unreadable(sentence("fileQuoteNear", { line }));
    },
    onopentag: (name, attributes) => {
      if (name === "dl") folders++;
      if (++open > mostOpen) throw tooDeep();
      if (name === "a") field = "title";
      else if (/^(?:d[dlt]|h\d)$/.test(name)) field = name === "dd" ? "description" : null;
      if (name === "a") found.push({ line, values: { ...attributes, title: "", description: "" } });
    },
    ontext: (text) => {
      const last = found.at(-1)?.values;
      if (last && field) last[field] += text;
    },
    onclosetag: (name, isImplied) => {
      open--;
      if (name === "dl" && !isImplied) folders--;
      if (name === "a") field = null;
    },
  });
  // The last bookmark may go on in the next piece.
  const take = (kept: number): CsvRecord[] => {
    const whole = found.slice(0, found.length - kept);
    found = found.slice(found.length - kept);
    for (const { values } of whole) for (const name of Object.keys(values)) note(name);
    return whole.map(({ line, values }) => ({
      line,
      fields: names.map((name) => values[name] ?? ""),
    }));
  };
  const breaks = new LineBreaks();
  for await (const piece of textPieces(file, encoding)) {
    parser.write(breaks.take(piece));
    line += piece.split("\n").length - 1;
    yield* take(1);
  }
  parser.end(breaks.end());
  if (folders > 0) throw unreadable(sentence("fileEndsInFolder"));
  yield* take(0);
}

function tooDeep(): SluglineError {
  return new SluglineError("validation_failed", "fileFoldersTooDeep", { number: maxDepth });
}

function unreadable(problem: Sentence): SluglineError {
  return new SluglineError("validation_failed", "fileBookmarksCut", { problem });
}
