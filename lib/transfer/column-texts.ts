import { Parser } from "htmlparser2";
import { foldText } from "../core/fold-text";
import { parseExpiry } from "../links/expiry";
import { listIn } from "./cell-lists";
import type { Columns } from "./column-names";
import { notSet } from "./link-values";
import { type DateOrders, instantIn, isZeroTime } from "./spreadsheet-times";

/** No address was bookmarked before, though some programs say so. */
const firstBookmark = Date.UTC(2000, 0);
/** Words, and what databases write for no date. */
const never = /^(?:0|0000-00-00.*|never|nie|jamais|nunca|mai|nooit|nigdy|hiçbir zaman|ніколи)$/i;
/** What Excel makes of no date at all. */
const excelZero = /^(?:0?[01]|00)[./-](?:0?[01]|00)[./-]1900(?: .*)?$/;

/** The columns of a file that hold times, and how they are read. */
export class ColumnTimes {
  readonly names: ReadonlySet<string>;
  private readonly past: ReadonlySet<string>;

  constructor(
    { createdAt = [], updatedAt = [], expiresAt = [], startsAt = [] }: Columns,
    private readonly orders: DateOrders,
    /** An export of Slugline: its times are those of `timeZone`. */
    private readonly isOwn: boolean,
  ) {
    this.past = new Set([...createdAt, ...updatedAt]);
    this.names = new Set([...this.past, ...expiresAt, ...startsAt]);
  }

  get areUnclear(): boolean {
    return [...this.names].some((name) => this.orders.isUnclear(name));
  }

  see(name: string, text = ""): void {
    this.orders.see(name, text);
  }

  /**
   * ISO 8601 of a time, or undefined if it is not set in the way of another system. Anything else is
   * returned as it is.
   */
  read(name: string, value: unknown, timeZone: string): unknown {
    if (!this.names.has(name)) return value;
    if (value === 0) return undefined;
    const unix = unixTime(value);
    const instant =
      unix ?? (typeof value === "string" ? this.instantOf(name, value, timeZone) : value);
    if (!this.past.has(name) || typeof instant !== "string") return instant;
    const ms = Date.parse(instant);
    if (name === "adddate" && (ms < firstBookmark || /^-?\d{1,4}$/.test(instant))) return undefined;
    // Nothing was created when the clocks of programs begin.
    return isZeroTime(ms) ? undefined : instant;
  }

  private instantOf(name: string, text: string, timeZone: string): string | undefined {
    if (notSet.has(foldText(text)) || never.test(text)) return undefined;
    if (this.past.has(name) && excelZero.test(text)) return undefined;
    const iso = text
      .replace(/^(\d{4})\/(\d\d)\/(\d\d)(?!\d)/, "$1-$2-$3")
      .replace(/ (?:UTC|GMT)$/, "Z")
      .replace(/ (?=[+-]\d\d:?\d\d$)/, "");
    if ((!this.isOwn || iso.includes("T")) && parseExpiry(iso) !== null) return iso;
    const instant = instantIn(text, timeZone, this.orders.of(name, text));
    return instant === text ? iso : instant;
  }
}

/**
 * Below this a number is no time after 1973 in seconds; from each of the next on it is in
 * milliseconds, microseconds and nanoseconds.
 */
const [leastSeconds, leastMs, leastMicros, leastNanos, most] = [
  1e8, 1e11, 253_402_300_800_000, 1e17, 4e18,
];

function unixTime(value: unknown): string | undefined {
  const isText = typeof value === "string" && /^\d{9,19}(?:\.\d+)?$/.test(value);
  const number = isText ? Number(value) : value;
  if (typeof number !== "number" || !(number >= leastSeconds && number <= most)) return undefined;
  const ms =
    number < leastMs
      ? number * 1_000
      : number < leastMicros
        ? number
        : number / (number < leastNanos ? 1e3 : 1e6);
  return new Date(ms).toISOString();
}

const reference = /&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/gi;
const bareSign = /[<>]|&(?!(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});)/i;

/**
 * The texts of files that write `&amp;` for an ampersand, as plug-ins of web sites do: a column with
 * such references, in which none of the signs stands that they are for.
 */
export class EscapedTexts {
  private readonly lists: ReadonlySet<string>;
  private readonly texts: ReadonlySet<string>;

  /** `bare`: columns that `seeBare` found. */
  constructor(
    { tags = [], title = [], note = [], description = [] }: Columns,
    private readonly bare = new Set<string>(),
  ) {
    this.lists = new Set(tags);
    this.texts = new Set([...title, ...note, ...description]);
  }

  get names(): Iterable<string> {
    return [...this.lists, ...this.texts];
  }

  see(name: string, value: unknown): void {
    seeBare(this.bare, name, value);
  }

  read(name: string, value: unknown): unknown {
    const isList = this.lists.has(name);
    if (this.bare.has(name) || !(isList || this.texts.has(name))) return value;
    if (Array.isArray(value)) return value.map((each) => (isText(each) ? unescaped(each) : each));
    if (!isText(value) || value.search(reference) < 0) return value;
    return isList ? escapedList(value) : unescaped(value);
  }
}

/** Notes a column in which such a sign stands. */
export function seeBare(bare: Set<string>, name: string, value: unknown): void {
  if ([value].flat().some((text) => isText(text) && bareSign.test(text))) bare.add(name);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** A reference ends with a semicolon, and may stand for a comma: neither separates names. */
function escapedList(text: string): string[] {
  const found: string[] = [];
  const held = text.replace(reference, (each) => String.fromCharCode(0xe000 + found.push(each)));
  return listIn(held).map((name) =>
    unescaped(
      name.replace(/[\ue001-\uf8ff]/g, (sign) => found[sign.charCodeAt(0) - 0xe001] ?? sign),
    ),
  );
}

function unescaped(text: string): string {
  const pieces: string[] = [];
  new Parser({ ontext: (piece) => pieces.push(piece) }).end(text);
  return pieces.join("");
}
