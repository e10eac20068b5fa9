import { SluglineError } from "../core/errors";
import type { SentenceId, Values } from "../texts/sentence";
import { comparable } from "./column-names";
import { type FileEncoding, textPieces } from "./file-content";
import {
  type CsvRecord,
  type LinkTable,
  maxColumns,
  maxRowLength,
  namesByValues,
} from "./link-table";
import { recogniseSource } from "./sources";

/**
 * A value, name, sign or comment; white space is skipped. A token that ends with the text may go on
 * in the next piece.
 */
const quoted = (quote: string) =>
  String.raw`${quote}(?:[^${quote}\\]|\\[\s\S]|${quote}${quote})*${quote}(?!${quote})`;
const token = new RegExp(
  [
    String.raw`\s+|--[^\n]*\n|#[^\n]*\n|/\*[\s\S]*?\*/`,
    String.raw`(?:_\w+\s*|n)?${quoted("'")}|${quoted('"')}|${quoted("`")}`,
    String.raw`0x[\da-f]+|x'[\da-f]*'|[-+]?[\w.@$:]+|[\s\S]`,
  ].join("|"),
  "giy",
);

interface Tuple {
  table: string;
  /** As the statement or CREATE TABLE has them; undefined if neither is in the file. */
  names: readonly string[] | undefined;
  line: number;
  fields: string[];
}

/**
 * The links of an SQL dump of MySQL or MariaDB, as mysqldump and phpMyAdmin write it: the INSERT
 * statements of the one table whose columns are those of a shortener. Throws `validation_failed` if
 * there is none, or if a statement cannot be read.
 */
export async function readSqlTable(file: Uint8Array, encoding: FileEncoding): Promise<LinkTable> {
  const tables = new Map<string, { names: readonly string[]; odd?: number }>();
  for await (const { table, names, fields, line } of tuplesOf(file, encoding)) {
    const known = tables.get(table) ?? { names: names ?? namesByValues(fields) ?? [] };
    const own = names ?? known.names;
    const isWhole = own.length === fields.length && own.every((name) => known.names.includes(name));
    tables.set(table, isWhole ? known : { odd: line, ...known });
  }
  const found = [...tables].filter(
    ([, { names }]) => recogniseSource(new Set(names.map(comparable))) !== "csv",
  );
  if (found.length > 1)
    throw unreadable("fileSqlTables", { names: found.map(([name]) => name).join(", ") });
  const [table, only] = found[0] ?? [];
  if (!only) throw unreadable("fileSqlNone");
  if (only.odd) throw unreadable("fileSqlColumns", { table: table ?? "", line: only.odd });
  return {
    names: only.names,
    headLines: 0,
    records: () => recordsOf(file, encoding, table, only.names),
  };
}

async function* recordsOf(
  file: Uint8Array,
  encoding: FileEncoding,
  table: string | undefined,
  names: readonly string[],
): AsyncGenerator<CsvRecord> {
  for await (const { table: from, names: own = names, line, fields } of tuplesOf(file, encoding)) {
    // Statements may name the columns in another order.
    if (from === table)
      yield { line, fields: names.map((name) => fields[own.indexOf(name)] ?? "") };
  }
}

async function* tuplesOf(file: Uint8Array, encoding: FileEncoding): AsyncGenerator<Tuple> {
  const statements = new Statements();
  let rest = "";
  let line = 1;
  function* take(text: string, isLast: boolean): Generator<Tuple> {
    let at = 0;
    token.lastIndex = 0;
    for (
      let found = token.exec(text);
      found && (isLast || token.lastIndex < text.length);
      found = token.exec(text)
    ) {
      const [part] = found;
      if (/^['"`/#-]$/.test(part)) break;
      const tuple = statements.take(part, line);
      if (tuple) yield tuple;
      line += part.split("\n").length - 1;
      at = token.lastIndex;
    }
    rest = text.slice(at);
    if (rest.length > maxRowLength) throw unreadable("fileSqlValue", { line });
  }
  for await (const piece of textPieces(file, encoding)) yield* take(rest + piece, false);
  yield* take(`${rest}\n`, true);
  if (rest !== "" || statements.isOpen) throw unreadable("fileSqlEnds", { line });
}

const key = /^(?:primary|unique|key|index|constraint|fulltext|spatial|foreign|check)$/i;

/** Follows the statements of a dump, and reads those that create tables or insert rows. */
class Statements {
  /** The words of the statement before its first bracket. */
  private head: string[] = [];
  private columns: string[] = [];
  private depth = 0;
  private previous = "";
  private table: string | null = null;
  private fields: string[] | null = null;
  private fieldLine = 1;
  /** Names of the columns by table, as CREATE TABLE has them. */
  private readonly created = new Map<string, string[]>();

  get isOpen(): boolean {
    return this.head.length > 0;
  }

  take(part: string, line: number): Tuple | null {
    if (/^(?:\s|--|#|\/\*)/.test(part)) return null;
    const tuple =
      part === ";"
        ? this.endStatement(line)
        : this.table === null
          ? this.takeHead(part)
          : this.takeValue(part, line, this.table);
    this.previous = part;
    return tuple;
  }

  private takeHead(part: string): null {
    const isInsert = /^(?:insert|replace)$/i.test(this.head[0] ?? "");
    if (part === "(") this.depth++;
    else if (part === ")") this.depth--;
    else if (this.depth === 0 && isInsert && /^values?$/i.test(part))
      this.table = nameOf(this.head.at(-1) ?? "");
    else if (this.depth === 0 && this.columns.length === 0 && this.head.length < 8)
      this.head.push(part);
    else if (
      this.depth === 1 &&
      /^[(,]$/.test(this.previous) &&
      !key.test(part) &&
      this.columns.length < maxColumns
    )
      this.columns.push(nameOf(part));
    return null;
  }

  private takeValue(part: string, line: number, table: string): Tuple | null {
    const isAtStart = this.previous === "(" || this.previous === ",";
    // Other databases write names without backticks, and keep a backslash as it is.
    if (part.includes("\\") && !this.head.at(-1)?.startsWith("`")) throw misread(line);
    if (this.fields === null && part === "(") {
      this.fields = [];
      this.fieldLine = line;
    } else if (this.fields !== null && part === ")" && !isAtStart) {
      const tuple = {
        table,
        names: this.columns.length > 0 ? this.columns : this.created.get(table),
        line: this.fieldLine,
        fields: this.fields,
      };
      this.fields = null;
      return tuple;
    } else if (this.fields !== null && isAtStart && !/^[(),]$/.test(part))
      this.fields.push(textOf(part));
    else if (part !== "," || isAtStart) throw misread(line);
    return null;
  }

  private endStatement(line: number): null {
    const [verb = "", second = ""] = this.head.map((part) => part.toLowerCase());
    if (this.fields !== null || (/^(?:insert|replace)$/.test(verb) && this.table === null))
      throw misread(line);
    if (verb === "create" && second === "table")
      this.created.set(nameOf(this.head.at(-1) ?? ""), this.columns);
    this.head = [];
    this.columns = [];
    this.depth = 0;
    this.table = null;
    return null;
  }
}

function nameOf(part: string): string {
  return /^[`"]/.test(part) ? part.slice(1, -1).replaceAll("``", "`") : part.replace(/^.*\./, "");
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  "0": "\0",
  Z: "\x1a",
};

function textOf(part: string): string {
  if (/^null$/i.test(part)) return "";
  const hex = /^(?:0x|x')([\da-f]*)'?$/i.exec(part)?.[1];
  if (hex !== undefined) return Buffer.from(hex, "hex").toString("utf8");
  const [, quote = "", text = part] = /^[^'"]*(['"])([\s\S]*)\1$/.exec(part) ?? [];
  if (quote === "") return part;
  return text
    .replaceAll(quote + quote, quote)
    .replace(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character);
}

function misread(line: number): SluglineError {
  return unreadable("fileSqlMisread", { line });
}

function unreadable<Id extends SentenceId>(id: Id, ...values: Values<Id>): SluglineError {
  return new SluglineError("validation_failed", id, ...values);
}
