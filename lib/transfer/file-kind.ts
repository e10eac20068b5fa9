import { SluglineError } from "../core/errors";

export type FileKind = "csv" | "json" | "sql" | "html";

const csv = "in the spreadsheet choose File > Save as > CSV UTF-8, and import that file";
/** Files that people send by mistake, by their first bytes, and what to do instead. */
const others: readonly [start: string, what: string, remedy: string][] = [
  ["PK\x03\x04", "a ZIP archive", "unpack it, and import the file of links in it"],
  ["PK\x05\x06", "an empty ZIP archive", "export the links again"],
  ["\xd0\xcf\x11\xe0", "an Excel workbook (.xls) or another Office file", csv],
  ["\x1f\x8b", "compressed (gzip)", "unpack it, and import the file in it"],
  ["BZh", "compressed (bzip2)", "unpack it, and import the file in it"],
  ["\xfd7zXZ", "compressed (xz)", "unpack it, and import the file in it"],
  ["\x28\xb5\x2f\xfd", "compressed (Zstandard)", "unpack it, and import the file in it"],
  ["7z\xbc\xaf", "a 7z archive", "unpack it, and import the file of links in it"],
  ["Rar!", "a RAR archive", "unpack it, and import the file of links in it"],
  ["%PDF", "a PDF", "export the links as CSV or JSON"],
  ["{\\rtf", "a text document (RTF)", "save it as plain text"],
  ["SQLite format 3", "an SQLite database", "export its table of links as CSV"],
  [
    "PGDMP",
    "an archive of pg_dump",
    "export the table of links as CSV, with COPY ... WITH (FORMAT csv, HEADER)",
  ],
  ["\x89PNG", "an image", "export the links as CSV or JSON"],
  ["\xff\xd8\xff", "an image", "export the links as CSV or JSON"],
];

/** A ZIP archive names the files in it. */
const spreadsheets: readonly [name: string, what: string][] = [
  ["xl/", "an Excel workbook (.xlsx)"],
  ["opendocument.spreadsheet", "an OpenDocument spreadsheet (.ods)"],
  ["Index/", "a Numbers spreadsheet"],
  ["word/", "a Word document (.docx)"],
];

/** Throws `validation_failed` with what to do if the file is of a kind that holds no text. */
export function refuseOtherFiles(file: Buffer): void {
  const start = file.subarray(0, 32).toString("latin1");
  const other = others.find(([sign]) => start.startsWith(sign));
  if (!other) return;
  const [sign, what, remedy] = other;
  const sheet = sign.startsWith("PK")
    ? spreadsheets.find(([name]) => file.includes(name))
    : undefined;
  if (sheet) throw otherFile(sheet[1], csv);
  throw otherFile(what, remedy);
}

const sqlStart =
  /^(?:--(?:\s|-)|\/\*|(?:insert\s+into|create\s+(?:table|database)|drop\s+table|lock\s+tables|start\s+transaction)\b|use\s+\S+\s*;|set\s+[@\w]+\s*=)/i;
/** Exports of other programs begin with such a line too. */
const sqlBehindHash = /^#\s[\s\S]*^\s*(?:insert\s+into|create\s+table)\b/im;

/** Dumps in which a backslash, a boolean or a time means something else than in those of MySQL. */
const otherDumps: readonly [sign: RegExp, what: string, remedy: string][] = [
  [
    /^--\s+PostgreSQL database|^(?:COPY\s[^;]+\sFROM\s+stdin;|SET\s+standard_conforming_strings\b)/im,
    "an SQL dump of Postgres",
    "export the table of links as CSV, with COPY ... WITH (FORMAT csv, HEADER)",
  ],
  [
    /^(?:PRAGMA\s+\w+\s*=|BEGIN\s+TRANSACTION;)/i,
    "an SQL dump of SQLite",
    "export its table of links as CSV, with .mode csv and .headers on",
  ],
];

/** What a text is, by its beginning. */
export function kindOf(text: string): FileKind {
  for (const [sign, what, remedy] of otherDumps) if (sign.test(text)) throw otherFile(what, remedy);
  if (text.startsWith("[") || text.startsWith("{")) return "json";
  if (/^<!doctype netscape-bookmark-file-1>/i.test(text)) return "html";
  if (/^<\?xml/i.test(text))
    throw otherFile("XML", /excel\.sheet/i.test(text) ? csv : "export the links as CSV or JSON");
  if (text.startsWith("<")) {
    throw otherFile(
      "a web page",
      "export the links as CSV or JSON. Bookmarks are read if they begin with <!DOCTYPE NETSCAPE-Bookmark-file-1>",
    );
  }
  return sqlStart.test(text) || sqlBehindHash.test(text) ? "sql" : "csv";
}

function otherFile(what: string, remedy: string): SluglineError {
  return new SluglineError(
    "validation_failed",
    `The file is ${what}, not a list of links in a format that is known here: ${remedy}.`,
  );
}
