import { cutText } from "../core/clean-text";
import { isSluglineError, SluglineError } from "../core/errors";
import { columnHeads } from "../texts/column-heads";
import { allLanguages } from "../texts/languages";
import { inTurn, type Sentence, sentence } from "../texts/sentence";
import { readBookmarks } from "./bookmarks";
import { type Columns, comparable, type ImportField } from "./column-names";
import { ColumnTimes, EscapedTexts, seeBare } from "./column-texts";
import { readCsvTable } from "./csv-table";
import {
  type FileEncoding,
  type FileKind,
  firstText,
  kindOf,
  recogniseEncoding,
  refuseOtherFiles,
  textPieces,
} from "./file-content";
import { type JsonElement, JsonElements } from "./json-elements";
import { type Cell, type FileRow, maxColumns, rowTooLong, withCells } from "./link-table";
import { adjustLink, cellOf, linkValues } from "./link-values";
import { columnsOf, type ImportSource, recogniseSource } from "./sources";
import { type DateOrder, DateOrders } from "./spreadsheet-times";
import { readSqlTable } from "./sql-table";
import { tableRows } from "./table-rows";

/** What a file was recognised as. */
export interface FileFacts {
  source: ImportSource;
  format: FileKind;
  encoding: FileEncoding;
  /** Of a CSV file. */
  separator?: string;
  /** Columns that no field is read from, as the file names them. */
  unusedColumns: string[];
  /** Of some dates it is not known which number is the day. */
  unclearDates?: true;
}

interface LinkFile extends FileFacts {
  /** The columns of a table. */
  names: string[];
  rows: AsyncIterable<FileRow>;
}

interface ReadOptions {
  /** Default: recognised by the columns. */
  source?: ImportSource | undefined;
  /** Default: recognised by the content. */
  encoding?: FileEncoding | undefined;
  /** Columns that hold a field, as written in the file; empty for none. */
  columns?: Partial<Record<ImportField, string>>;
  /** Default: what the dates of the file show. */
  dateOrder?: DateOrder | undefined;
}

type Chosen = NonNullable<ReadOptions["columns"]>;

/** It is not known which column holds what. `names`: the columns of the file. */
class UnknownColumns extends SluglineError {
  constructor(
    readonly what: Sentence,
    readonly names: string[],
  ) {
    const shown = names.slice(0, 30).map((name) => `"${cutText(name, 60)}"`);
    const listed = { names: shown.join(", "), number: names.length - shown.length };
    const [first] = names;
    super(
      "validation_failed",
      inTurn(
        [
          what,
          first === undefined
            ? sentence("fileNoColumns")
            : sentence(listed.number > 0 ? "fileColumnsMore" : "fileColumns", listed),
          sentence("fileNameColumns", {
            name: encodeURIComponent(cutText(first ?? "", 60) || "Long link"),
          }),
        ],
        "thenSentence",
      ),
    );
  }
}

export function isUnknownColumns(error: unknown): error is UnknownColumns {
  return isSluglineError(error) && "names" in error;
}

/**
 * The links of a CSV file with a header line, of a JSON array, of an SQL dump or of bookmarks. The
 * file is read in pieces that yield to other requests, once to its end before its first row. Throws
 * `validation_failed` or `malformed_json` if it cannot be read for certain.
 */
export async function readLinkRows(
  file: Buffer,
  { source, encoding: given, columns = {}, dateOrder }: ReadOptions = {},
): Promise<LinkFile> {
  refuseOtherFiles(file);
  const encoding = await recogniseEncoding(file, given);
  const format = kindOf(await firstText(file, encoding));
  if (format === "json")
    return { format, encoding, ...(await readJson(file, encoding, source, columns, dateOrder)) };
  const table = await (format === "sql"
    ? readSqlTable(file, encoding)
    : format === "html"
      ? readBookmarks(file, encoding)
      : readCsvTable(file, encoding, Object.values(columns).filter(Boolean)));
  const { delimiter: separator } = table;
  const names = table.names.map((name, index) => name || `column ${index + 1}`);
  const chosen = chooseColumns(
    names,
    source ?? (format === "html" ? "bookmarks" : undefined),
    columns,
  );
  return {
    format,
    encoding,
    ...(separator === undefined ? {} : { separator }),
    names,
    source: chosen.source,
    unusedColumns: chosen.unusedColumns,
    ...(await tableRows(
      { ...table, names: [...chosen.lookup] },
      { columns: chosen.columns, isOwn: chosen.source === "slugline", written: names, dateOrder },
    )),
  };
}

/**
 * The columns of each field, and those that none has. `lookup`: the name of each under which it is
 * found. Throws `UnknownColumns` if they are not certain.
 */
function chooseColumns(names: string[], given: ImportSource | undefined, wanted: Chosen) {
  const lookup = given === undefined || given === "slugline" ? ownColumns(names) : names;
  const known = lookup.map(comparable);
  const chosen: Chosen = Object.fromEntries(
    Object.entries(wanted).map(([field, name]) => [
      field,
      lookup[names.findIndex((each) => comparable(each) === comparable(name))] ?? name,
    ]),
  );
  const source = given ?? recogniseSource(new Set(known));
  const columns = columnsOf(source, chosen, new Set(known));
  requireColumns(new Set(known), names, source, columns, chosen);
  if (!columns.url?.some((name) => known.includes(name)))
    throw new UnknownColumns(sentence("fileNoDestination"), names);
  const used = new Set(Object.values(columns).flat());
  const twice = known.find((name, index) => used.has(name) && known.indexOf(name) !== index);
  if (twice !== undefined)
    throw new UnknownColumns(
      sentence("fileColumnTwice", { name: names[known.indexOf(twice)] ?? "" }),
      names,
    );
  return { source, columns, lookup, unusedColumns: unusedOf(names, columns, known) };
}

/** In a file of no known source, one of two addresses may be the short one. */
function requireColumns(
  known: ReadonlySet<string>,
  names: string[],
  source: ImportSource,
  columns: Columns,
  chosen: Chosen,
): void {
  const missing = Object.values(chosen).find((name) => name !== "" && !known.has(comparable(name)));
  if (missing !== undefined)
    throw new UnknownColumns(sentence("fileColumnMissing", { name: missing }), names);
  const destinations = (columns.url ?? []).filter((name) => known.has(name));
  if (destinations.length > 1 && source === "csv")
    throw new UnknownColumns(sentence("fileDestinations"), names);
}

function unusedOf(
  names: readonly string[],
  columns: Columns,
  known = names.map(comparable),
): string[] {
  // A member of an object is used with a dot.
  const used = new Set(
    Object.values(columns).flatMap((each) =>
      each.flatMap((name) => [name, name.replace(/\..*/, "")]),
    ),
  );
  return names.filter((_, index) => !used.has(known[index] ?? ""));
}

/**
 * An array of links, or an object with one: what GET /api/links, Sink, Kutt and Short.io answer.
 */
async function readJson(
  file: Uint8Array,
  encoding: FileEncoding,
  given: ImportSource | undefined,
  chosen: Chosen,
  dateOrder: DateOrder | undefined,
) {
  const orders = new DateOrders(dateOrder);
  const { first, names, known, bare } = await namesInJson(file, encoding, orders);
  const source = given ?? recogniseSource(first);
  const columns = columnsOf(source, chosen, known);
  requireColumns(known, [...names], source, columns, chosen);
  // An unknown object may be a link of the API, whose schema reports wrong types.
  const isLink = source === "csv" && Object.keys(chosen).length === 0;
  const times = new ColumnTimes(columns, orders, false);
  return {
    source,
    names: [],
    unusedColumns: unusedOf([...names], columns),
    ...(times.areUnclear && { unclearDates: true as const }),
    rows: jsonRows(file, encoding, {
      ...{ columns, times, isLink, isOwn: source === "slugline" },
      texts: new EscapedTexts(source === "slugline" ? {} : columns, bare),
    }),
  };
}

/** The members of a file of objects. */
class JsonNames {
  /** Of the first object, comparable. */
  first: Set<string> | undefined;
  /** Of all, as written and comparable. */
  readonly names = new Set<string>();
  readonly known = new Set<string>();
  /** Members whose texts are not those of HTML. */
  readonly bare = new Set<string>();

  constructor(private readonly orders: DateOrders) {}

  see(value: object): void {
    const { members } = membersOf(value);
    this.first ??= new Set(members.keys());
    for (const [name, member] of members) {
      if (this.known.size < maxColumns) this.known.add(name);
      seeBare(this.bare, name, member);
      if (typeof member === "string" && this.known.has(name)) this.orders.see(name, member);
    }
    for (const name of Object.keys(value)) if (this.names.size < maxColumns) this.names.add(name);
  }
}

/**
 * Parses the whole file, so that a syntax error at its end does not leave a partial import, and
 * sees its names and dates.
 */
async function namesInJson(file: Uint8Array, encoding: FileEncoding, orders: DateOrders) {
  const seen = new JsonNames(orders);
  const elements = new JsonElements();
  for await (const element of jsonElements(file, encoding, elements))
    if (isObject(element?.value)) seen.see(element.value);
  const around = [...elements.around].map((name) => `around.${comparable(name)}`);
  const { first = new Set<string>(), names, known, bare } = seen;
  return { first: new Set([...first, ...around]), names, known, bare };
}

interface JsonReading {
  columns: Columns;
  times: ColumnTimes;
  texts: EscapedTexts;
  isLink: boolean;
  isOwn: boolean;
}

async function* jsonRows(
  file: Uint8Array,
  encoding: FileEncoding,
  reading: JsonReading,
): AsyncGenerator<FileRow> {
  const used = new Set(Object.values(reading.columns).flat());
  let row = 0;
  for await (const element of jsonElements(file, encoding)) {
    row++;
    if (element === null) yield { row, value: null, problem: rowTooLong() };
    else if (!isObject(element.value)) yield { row, value: element.value };
    else {
      const { members, written, clashes } = membersOf(element.value);
      const clash = clashes.find(({ key }) => used.has(key));
      if (clash) {
        yield {
          row,
          value: null,
          problem: sentence("rowMembersDiffer", { one: clash.names[0], other: clash.names[1] }),
        };
        continue;
      }
      const read = { row, ...linkIn(element.value, members, reading) };
      yield withCells(read, cellIn(members, written, reading));
    }
  }
}

/** The link of one object. What it says is not set is left out, also of one that is read as it is. */
function linkIn(
  object: object,
  members: ReadonlyMap<string, unknown>,
  { columns, times, texts, isLink, isOwn }: JsonReading,
) {
  const get = (name: string) => texts.read(name, times.read(name, members.get(name), "UTC"));
  const values = linkValues(columns, get, isOwn);
  if (!isLink) return adjustLink(values, columns, get);
  const unset = Object.keys(object).filter(
    (name) =>
      (object as Record<string, unknown>)[name] !== undefined &&
      get(comparable(name)) === undefined,
  );
  const kept = Object.entries(object).filter(([name]) => !unset.includes(name));
  return adjustLink({ ...Object.fromEntries(kept), ...values }, columns, get);
}

function cellIn(
  members: ReadonlyMap<string, unknown>,
  written: ReadonlyMap<string, string>,
  { columns }: JsonReading,
) {
  return (field: string): Cell | undefined => {
    const cell = cellOf(columns, (name) => members.get(name), field);
    return cell && { ...cell, column: written.get(cell.column) ?? cell.column };
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Two names of one value, with different values. */
interface Clash {
  key: string;
  names: [string, string];
}

/**
 * Objects that hold what a link itself is, such as its password. Others describe its owner, its
 * domain and so on.
 */
const partsOfLink =
  /^(?:settings?|options|config|configuration|access|security|protection|restrictions|limits|attributes|properties)$/;

/** Values by comparable name; those of an object in it follow its name and a dot. */
function membersOf(value: object): {
  members: Map<string, unknown>;
  /** The names as they stand in the file. */
  written: Map<string, string>;
  clashes: Clash[];
} {
  const members = new Map<string, unknown>();
  const written = new Map<string, string>();
  const clashes: Clash[] = [];
  const add = (key: string, name: string, member: unknown) => {
    const other = written.get(key);
    if (other !== undefined && JSON.stringify(members.get(key)) !== JSON.stringify(member))
      clashes.push({ key, names: [other, name] });
    written.set(key, name);
    members.set(key, member);
  };
  for (const [name, member] of Object.entries(value)) {
    const key = comparable(name);
    add(key, name, typeof member === "string" ? member.trim() : member);
    if (!isObject(member)) continue;
    for (const [inner, each] of Object.entries(member)) {
      members.set(`${key}.${comparable(inner)}`, each);
      if (partsOfLink.test(key)) add(comparable(inner), `${name}.${inner}`, each);
    }
  }
  return { members, written, clashes };
}

async function* jsonElements(
  file: Uint8Array,
  encoding: FileEncoding,
  elements = new JsonElements(),
): AsyncGenerator<JsonElement> {
  for await (const piece of textPieces(file, encoding)) yield* elements.take(piece);
  elements.end();
}

/** A file of links that was written for a spreadsheet has these. */
const signs = ["slug", "url", "botHitCount"];

/**
 * The columns of a file as Slugline names them, if it was written for a spreadsheet with the heads
 * of any language; else as given.
 */
export function ownColumns(names: readonly string[]): readonly string[] {
  const given = names.map(comparable);
  if (recogniseSource(new Set(given)) !== "csv") return names;
  for (const language of allLanguages) {
    const heads = [...columnHeads(language, "links")];
    const columns = new Map(heads.map(([column, head]) => [comparable(head), column]));
    const found = given.map((name) => columns.get(name));
    if (signs.every((sign) => found.includes(sign)))
      return names.map((name, index) => found[index] ?? name);
  }
  return names;
}
