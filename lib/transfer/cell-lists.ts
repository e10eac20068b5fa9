/** Several times the longest list that a link can have: reading it takes no time. */
const longest = 8_192;

/**
 * The names in a cell, in the usual notations of other programs: a list of JSON or Python, `{a,b}` of
 * Postgres, a serialised list of PHP, words with a # before each, lines, and names between commas, bars or
 * semicolons. Names may stand in quotes.
 */
export function listIn(text: string): string[] {
  const cell = text.trim();
  if (cell.length > longest) return plainListIn(cell);
  const read = jsonList(cell) ?? tuple(cell) ?? postgresList(cell) ?? phpList(cell);
  const names = read ?? (isHashed(cell) ? hashed(cell) : separated(cell));
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

/** Names between commas or bars, as files of Slugline have them. */
export function plainListIn(text: string): string[] {
  return text
    .split(/[,|]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The name of a tag, which some systems give as an object. */
export function nameOf(tag: unknown): unknown {
  if (typeof tag !== "object" || tag === null) return tag;
  const { name, label, title, text, tag: own, value } = tag as Record<string, unknown>;
  return [name, label, title, text, own, value].find((each) => typeof each === "string") ?? tag;
}

function jsonList(cell: string): string[] | null {
  if (!cell.startsWith("[") || !cell.endsWith("]")) return null;
  const value = parsed(cell);
  if (Array.isArray(value)) return value.map((each) => textOf(nameOf(each)));
  // As Python prints it, or without quotes.
  return separated(cell.slice(1, -1));
}

/** Of Python. A name may stand in brackets, too, but not in quotes as well. */
function tuple(cell: string): string[] | null {
  return /^\(\s*(["'])[\s\S]*\1\s*,?\s*\)$/.test(cell) ? separated(cell.slice(1, -1)) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function postgresList(cell: string): string[] | null {
  if (!cell.startsWith("{") || !cell.endsWith("}")) return null;
  const value = parsed(cell);
  if (typeof value === "object" && value !== null)
    return Object.values(value).map((each) => textOf(nameOf(each)));
  return separated(cell.slice(1, -1)).map((name) => (name === "NULL" ? "" : name));
}

/** PHP counts the bytes of a text: `a:1:{i:0;s:5:"grün";}`. */
function phpList(cell: string): string[] | null {
  if (!/^a:\d+:\{[\s\S]*\}$/.test(cell)) return null;
  const bytes = Buffer.from(cell);
  const names: string[] = [];
  let at = bytes.indexOf("{") + 1;
  for (const head = /^i:\d+;(?:s:(\d+):"|i:(\d+);)/; at < bytes.length - 1; ) {
    const [all, length, number] = head.exec(bytes.toString("latin1", at, at + 64)) ?? [];
    if (all === undefined) return null;
    at += all.length;
    if (length === undefined) names.push(number ?? "");
    else {
      names.push(bytes.toString("utf8", at, at + Number(length)));
      at += Number(length);
      if (bytes.toString("latin1", at, at + 2) !== '";') return null;
      at += 2;
    }
  }
  return names;
}

function isHashed(cell: string): boolean {
  return /^#[^\s#,;|]+(?:[\s,;|]+#[^\s#,;|]+)*$/.test(cell);
}

function hashed(cell: string): string[] {
  return cell.split(/[\s,;|]+/).map((word) => word.replace("#", ""));
}

/** A quoted name, or text up to one of these separators. */
const partOf = (separators: string) =>
  new RegExp(
    String.raw`\s*(?:"((?:[^"\\]|\\.|"")*)"|'((?:[^'\\]|\\.|'')*)')\s*(?:$|[${separators}])|([^${separators}]*)(?:$|[${separators}])`,
    "gy",
  );
const [byCommas, bySemicolons] = [partOf(",|\n"), partOf(";")];

/** A semicolon separates only where nothing else does: it may be a part of a name. */
function separated(cell: string): string[] {
  const text = cell
    .replace(/\r\n?/g, "\n")
    .replace(/[，、،]/g, ",")
    .replace(/[；؛]/g, ";");
  const part = /[,|\n]/.test(text.replace(/"[^"]*"/g, "")) ? byCommas : bySemicolons;
  const names: string[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (!found) break;
    const [, double, single, bare = ""] = found;
    names.push(unquoted(double ?? single ?? bare.replace(/^\s*[-*•]\s+/, "")));
  }
  return names;
}

function unquoted(text: string): string {
  return text.replace(/\\(.)|""|''/g, (all, character?: string) => character ?? all.slice(1));
}
