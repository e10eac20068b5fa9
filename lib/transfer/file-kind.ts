import { SluglineError } from "../core/errors";
import { type Sentence, sentence } from "../texts/sentence";

export type FileKind = "csv" | "json" | "sql" | "html";

const csv = sentence("remedySpreadsheet");
/** Files that people send by mistake, by their first bytes, and what to do instead. */
const others: readonly [start: string, what: Sentence, remedy: Sentence][] = [
  ["PK\x03\x04", sentence("fileIsArchive", { kind: "ZIP" }), sentence("remedyUnpackLinks")],
  ["PK\x05\x06", sentence("fileIsEmptyArchive"), sentence("remedyExportAgain")],
  ["\xd0\xcf\x11\xe0", sentence("fileIsOffice"), csv],
  ["\x1f\x8b", sentence("fileIsCompressed", { kind: "gzip" }), sentence("remedyUnpack")],
  ["BZh", sentence("fileIsCompressed", { kind: "bzip2" }), sentence("remedyUnpack")],
  ["\xfd7zXZ", sentence("fileIsCompressed", { kind: "xz" }), sentence("remedyUnpack")],
  [
    "\x28\xb5\x2f\xfd",
    sentence("fileIsCompressed", { kind: "Zstandard" }),
    sentence("remedyUnpack"),
  ],
  ["7z\xbc\xaf", sentence("fileIsArchive", { kind: "7z" }), sentence("remedyUnpackLinks")],
  ["Rar!", sentence("fileIsArchive", { kind: "RAR" }), sentence("remedyUnpackLinks")],
  ["%PDF", sentence("fileIsPdf"), sentence("remedyExport")],
  ["{\\rtf", sentence("fileIsRtf"), sentence("remedyPlainText")],
  ["SQLite format 3", sentence("fileIsSqlite"), sentence("remedyTable")],
  ["PGDMP", sentence("fileIsPgDump"), sentence("remedyCopy")],
  ["\x89PNG", sentence("fileIsImage"), sentence("remedyExport")],
  ["\xff\xd8\xff", sentence("fileIsImage"), sentence("remedyExport")],
];

/** A ZIP archive names the files in it. */
const spreadsheets: readonly [name: string, what: Sentence][] = [
  ["xl/", sentence("fileIsExcel")],
  ["opendocument.spreadsheet", sentence("fileIsOpenDocument")],
  ["Index/", sentence("fileIsNumbers")],
  ["word/", sentence("fileIsWord")],
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
const otherDumps: readonly [sign: RegExp, what: Sentence, remedy: Sentence][] = [
  [
    /^--\s+PostgreSQL database|^(?:COPY\s[^;]+\sFROM\s+stdin;|SET\s+standard_conforming_strings\b)/im,
    sentence("fileIsDump", { database: "Postgres" }),
    sentence("remedyCopy"),
  ],
  [
    /^(?:PRAGMA\s+\w+\s*=|BEGIN\s+TRANSACTION;)/i,
    sentence("fileIsDump", { database: "SQLite" }),
    sentence("remedyMode"),
  ],
];

/** What a text is, by its beginning. */
export function kindOf(text: string): FileKind {
  for (const [sign, what, remedy] of otherDumps) if (sign.test(text)) throw otherFile(what, remedy);
  if (text.startsWith("[") || text.startsWith("{")) return "json";
  if (/^<!doctype netscape-bookmark-file-1>/i.test(text)) return "html";
  if (/^<\?xml/i.test(text))
    throw otherFile("XML", /excel\.sheet/i.test(text) ? csv : sentence("remedyExport"));
  if (text.startsWith("<")) {
    throw otherFile(sentence("fileIsPage"), sentence("remedyBookmarks"));
  }
  return sqlStart.test(text) || sqlBehindHash.test(text) ? "sql" : "csv";
}

function otherFile(what: Sentence | string, remedy: Sentence): SluglineError {
  return new SluglineError("validation_failed", "fileOther", { what, remedy });
}
