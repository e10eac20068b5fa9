import { isUtf8 } from "node:buffer";
import { analyse } from "chardet";
import iconv from "iconv-lite";
import { isNamed, SluglineError } from "../core/errors";
import { inTurn, type Sentence, type SentenceId, sentence, type Values } from "../texts/sentence";
import { nextPortion } from "./uploads";
import { certainWesternText, isOddText } from "./western-text";

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

/**
 * What a caller may name. `macintosh` and the code pages of MS-DOS are what older spreadsheets
 * save.
 */
export const fileEncodings = [
  ...["utf-8", "utf-16le", "utf-16be"],
  ...Array.from({ length: 9 }, (_, index) => `windows-125${index}`),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  ...["koi8-r", "koi8-u", "macintosh", "cp437", "cp850", "cp852", "cp866"],
  ...["shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr"],
] as const;
export type FileEncoding = (typeof fileEncodings)[number];

/** This much text parses in a few milliseconds. */
const pieceBytes = 16_384;

const marks: readonly [encoding: FileEncoding | null, bytes: readonly number[]][] = [
  [null, [0xff, 0xfe, 0, 0]],
  [null, [0, 0, 0xfe, 0xff]],
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * The encoding of a text file, by its byte order mark and content. Throws `validation_failed` if it
 * is not certain, or if the file cannot be decoded to its end. `given`: as the caller says.
 */
export async function recogniseEncoding(
  file: Uint8Array,
  given?: FileEncoding,
): Promise<FileEncoding> {
  const mark = marks.find(([, bytes]) => bytes.every((byte, index) => file[index] === byte));
  const marked = mark?.[0];
  if (marked === null) throw unreadable("fileUtf32");
  if (given !== undefined && marked !== undefined && given !== marked)
    throw unreadable("fileBeginsAs", { mark: marked, encoding: given });
  const encoding =
    given ??
    marked ??
    (file.includes(0) ? utf16Of(file) : null) ??
    (isUtf8(file) ? "utf-8" : "windows-1252");
  const isGuess = encoding === "windows-1252" && given === undefined;
  const text = isGuess ? await certainWesternText(() => textPieces(file, encoding)) : null;
  if (text !== null) throw uncertain(file, text);
  if (!isGuess) await requireDecodable(file, encoding);
  return encoding;
}

/** A file as pieces of text, without a byte order mark. Yields to other requests between pieces. */
export async function* textPieces(
  file: Uint8Array,
  encoding: FileEncoding,
): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  for (let from = 0; from < file.byteLength; from += pieceBytes) {
    yield decode(file.subarray(from, from + pieceBytes));
    await nextPortion();
  }
  yield decode(null);
}

/** The beginning of a file behind its white space, however much of that there is. */
export async function firstText(file: Uint8Array, encoding: FileEncoding): Promise<string> {
  for await (const text of textPieces(file, encoding))
    if (text.trim() !== "") return text.trimStart();
  return "";
}

/** The beginning of a file; a character that is cut off is left out. */
export function textStart(file: Uint8Array, encoding: FileEncoding, bytes: number): string {
  return decoderOf(encoding)(file.subarray(0, bytes));
}

/**
 * Decodes piece by piece; null ends the file. Throws at bytes that are not UTF-8 or UTF-16, else
 * they become U+FFFD.
 */
function decoderOf(encoding: FileEncoding): (piece: Uint8Array | null) => string {
  if (encoding.startsWith("utf")) {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return (piece) => (piece === null ? decoder.decode() : decoder.decode(piece, { stream: true }));
  }
  const decoder = iconv.getDecoder(encoding);
  return (piece) =>
    piece === null
      ? (decoder.end() ?? "")
      : decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
}

/**
 * UTF-16 without a mark: of most characters in links and column names one byte is zero, always the
 * same one.
 */
function utf16Of(file: Uint8Array): FileEncoding | null {
  const zeros: [number, number] = [0, 0];
  const length = Math.min(file.byteLength, pieceBytes);
  for (let at = 0; at < length; at++) if (file[at] === 0) zeros[at % 2 === 0 ? 0 : 1]++;
  const [even, odd] = zeros;
  if (odd > length / 4 && even === 0) return "utf-16le";
  return even > length / 4 && odd === 0 ? "utf-16be" : null;
}

async function requireDecodable(file: Uint8Array, encoding: FileEncoding): Promise<void> {
  let line = 1;
  const fail = () => unreadable("fileNotEncoded", { encoding, line });
  try {
    for await (const text of textPieces(file, encoding)) {
      if (text.includes("\0")) throw unreadable("fileHasNul");
      if (!encoding.startsWith("utf") && isOddText(text)) throw fail();
      line += text.split("\n").length - 1;
    }
  } catch (error) {
    throw isNamed(error, "TypeError") ? fail() : error;
  }
}

const sampleBytes = 65_536;

function uncertain(file: Uint8Array, example: string): SluglineError {
  const first = Math.max(
    0,
    file.findIndex((byte) => byte > 0x7f || byte === 0),
  );
  const line = file.subarray(0, first).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1);
  const [guess] = analyse(file.subarray(first, first + sampleBytes)).filter(
    ({ name }) => !/^UTF|ASCII/.test(name),
  );
  const sentences = [
    example === ""
      ? sentence("fileUncertain")
      : sentence("fileUncertainAt", { line, text: example }),
    sentence("fileSaveAsUtf8"),
    ...(guess && guess.confidence > 30 ? [sentence("fileMayBe", { encoding: guess.name })] : []),
  ];
  return new SluglineError("validation_failed", inTurn(sentences, "thenSentence"));
}

function unreadable<Id extends SentenceId>(id: Id, ...values: Values<Id>): SluglineError {
  return new SluglineError("validation_failed", id, ...values);
}
