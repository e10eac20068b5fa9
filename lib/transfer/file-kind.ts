import { SluglineError } from "../core/errors";
import { type Sentence, sentence } from "../texts/sentence";

export type FileKind = "csv" | "json" | "sql" | "html";

const csv = sentence("remedySpreadsheet");
/** Files that people send by mistake, by their first bytes, and what to do instead. */
const others: readonly [start: string, kind: string, remedy: Sentence][] = [
  ["PK\x03\x04", "ZIP", sentence("remedyUnpack")],
  ["PK\x05\x06", "ZIP", sentence("remedyExport")],
  ["\xd0\xcf\x11\xe0", "Microsoft Office, .xls", csv],
  ["\x1f\x8b", "gzip", sentence("remedyUnpack")],
  ["BZh", "bzip2", sentence("remedyUnpack")],
  ["\xfd7zXZ", "xz", sentence("remedyUnpack")],
  ["\x28\xb5\x2f\xfd", "Zstandard", sentence("remedyUnpack")],
  ["7z\xbc\xaf", "7z", sentence("remedyUnpack")],
  ["Rar!", "RAR", sentence("remedyUnpack")],
  ["%PDF", "PDF", sentence("remedyExport")],
  ["{\\rtf", "RTF", sentence("remedyPlainText")],
  ["SQLite format 3", "SQLite", sentence("remedyTable")],
  ["PGDMP", "pg_dump", sentence("remedyCopy")],
  ["\x89PNG", "PNG", sentence("remedyExport")],
  ["\xff\xd8\xff", "JPEG", sentence("remedyExport")],
];

/** A ZIP archive names the files in it. */
const spreadsheets: readonly [name: string, kind: string][] = [
  ["xl/", "Excel, .xlsx"],
  ["opendocument.spreadsheet", "OpenDocument, .ods"],
  ["Index/", "Numbers"],
  ["word/", "Word, .docx"],
];

/** Throws `validation_failed` with what to do if the file is of a kind that holds no text. */
export function refuseOtherFiles(file: Buffer): void {
  const start = file.subarray(0, 32).toString("latin1");
  const other = others.find(([sign]) => start.startsWith(sign));
  if (!other) return;
  const [sign, kind, remedy] = other;
  const sheet = sign.startsWith("PK")
    ? spreadsheets.find(([name]) => file.includes(name))
    : undefined;
  if (sheet) throw otherFile(sheet[1], csv);
  throw otherFile(kind, remedy);
}

const sqlStart =
  /^(?:--(?:\s|-)|\/\*|(?:insert\s+into|create\s+(?:table|database)|drop\s+table|lock\s+tables|start\s+transaction)\b|use\s+\S+\s*;|set\s+[@\w]+\s*=)/i;
/** Exports of other programs begin with such a line too. */
const sqlBehindHash = /^#\s[\s\S]*^\s*(?:insert\s+into|create\s+table)\b/im;

/** Dumps in which a backslash, a boolean or a time means something else than in those of MySQL. */
const otherDumps: readonly [sign: RegExp, kind: string, remedy: Sentence][] = [
  [
    /^--\s+PostgreSQL database|^(?:COPY\s[^;]+\sFROM\s+stdin;|SET\s+standard_conforming_strings\b)/im,
    "SQL, Postgres",
    sentence("remedyCopy"),
  ],
  [/^(?:PRAGMA\s+\w+\s*=|BEGIN\s+TRANSACTION;)/i, "SQL, SQLite", sentence("remedyMode")],
];

/** What a text is, by its beginning. */
export function kindOf(text: string): FileKind {
  for (const [sign, kind, remedy] of otherDumps) if (sign.test(text)) throw otherFile(kind, remedy);
  if (text.startsWith("[") || text.startsWith("{")) return "json";
  if (/^<!doctype netscape-bookmark-file-1>/i.test(text)) return "html";
  if (/^<\?xml/i.test(text))
    throw otherFile("XML", /excel\.sheet/i.test(text) ? csv : sentence("remedyExport"));
  if (text.startsWith("<")) {
    throw otherFile("HTML", sentence("remedyBookmarks"));
  }
  return sqlStart.test(text) || sqlBehindHash.test(text) ? "sql" : "csv";
}

function otherFile(kind: string, remedy: Sentence): SluglineError {
  return new SluglineError("validation_failed", "fileOther", { kind, remedy });
}
