import { dayMs, isoDate } from "../core/day";
import { fromLocal } from "../core/local-time";
import { asciiDigits } from "../core/read-number";
import { halfOf, isWeekday, monthOf } from "./date-words";

export const dateOrders = ["day-first", "month-first", "year-first"] as const;
/** What 3/4/05 begins with. */
export type DateOrder = (typeof dateOrders)[number];

/** No date is longer, with the names of a day and of a zone. */
const longest = 100;
/** Excel counts days from here, with a 29 February 1900 that never was. */
const serialStart = Date.UTC(1899, 11, 30);
/** The serial numbers of 2000 to 2099. */
const [firstSerial, lastSerial] = [36_526, 73_050];

/**
 * The instant of a local time as spreadsheets of any language write it, in ISO 8601. What is no
 * such time, or may be two, is returned as it is.
 */
export function instantIn(text: string, timeZone: string, order: DateOrder | null): string {
  if (text.length > longest) return text;
  const written = plain(text);
  const local = serialTime(written) ?? localTime(written, order);
  if (!local) return text;
  const { at, offsetMs } = local;
  const instant = offsetMs === undefined ? fromLocal(at, timeZone) : at.getTime() - offsetMs;
  return new Date(instant).toISOString();
}

/** Without what nobody sees, and with the digits and marks of ASCII. */
function plain(text: string): string {
  return asciiDigits(text.normalize("NFKC"))
    .replace(/\p{Cf}/gu, "")
    .replace(/[،、]/g, ",")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

function serialTime(text: string): Local | null {
  if (!/^\d{5}(?:[.,]\d+)?$/.test(text)) return null;
  const serial = Number(text.replace(",", "."));
  if (serial < firstSerial || serial >= lastSerial) return null;
  return { at: new Date(serialStart + Math.round(serial * 86_400) * 1_000) };
}

/** A local time, written as if it were UTC. `offsetMs`: the text says how far it is ahead of UTC. */
interface Local {
  at: Date;
  offsetMs?: number | undefined;
}

function localTime(text: string, order: DateOrder | null): Local | null {
  const plainer = text
    .replace(/(?<=[\s\d.])(?:de|del|of|року|р\.?)(?=[\s,]|$)/giu, " ")
    .replace(/ +/g, " ")
    .trim();
  // Mar is a day in some languages, and a month in others.
  return timeOf(plainer, order) ?? timeOf(withoutWeekday(plainer), order);
}

function withoutWeekday(text: string): string {
  return text
    .replace(/\(?([\p{L}-]+)\)?\.?,?/gu, (all, word: string, at: number) =>
      isWeekday(word) && (at === 0 || monthOf(word) === undefined) ? "" : all,
    )
    .replace(/ +/g, " ")
    .trim();
}

function timeOf(text: string, order: DateOrder | null): Local | null {
  for (const readDate of [numericDate, eastAsianDate, namedDate]) {
    const found = readDate(text, order);
    const time = found && readTime(found.rest);
    if (!found || !time) continue;
    const at = new Date(`${found.date}T${time.clock}.000Z`);
    // An hour after 23 is no time at all.
    const isTime = isReal(found.date) && !Number.isNaN(at.getTime());
    return isTime ? { at, offsetMs: time.offsetMs } : null;
  }
  return null;
}

interface Found {
  date: string;
  rest: string;
}

const numeric =
  /^(?<one>\d{1,4}) ?(?<mark>[./-]) ?(?<two>\d{1,2}) ?\k<mark> ?(?<three>\d{1,4})(?!\d)\.?(?<rest>.*)$/u;

function numericDate(text: string, order: DateOrder | null): Found | null {
  const { one = "", two = "", three = "", rest = "" } = numeric.exec(text)?.groups ?? {};
  if (one.length === 4 && three.length <= 2) return { date: dateOf(one, two, three), rest };
  const { dates, isPointed } = readingsOf(text);
  const [only, other] = new Set(dates.values());
  const date = isPointed
    ? ((order && dates.get(order)) ?? dates.get("day-first") ?? only)
    : order
      ? dates.get(order)
      : other === undefined
        ? only
        : undefined;
  return date === undefined ? null : { date, rest };
}

interface Readings {
  dates: ReadonlyMap<DateOrder, string>;
  /** Points stand in dates that begin with the day, unless the file shows something else. */
  isPointed: boolean;
}

/** The days that a date of numbers may mean. None for one that begins with a year of four digits. */
function readingsOf(text: string): Readings {
  const { one = "", mark, two = "", three = "", rest = "" } = numeric.exec(text)?.groups ?? {};
  const isPointed = mark === ".";
  const readings: [DateOrder, string, string, string][] = [
    ["day-first", three, two, one],
    ...(isPointed ? [] : [["month-first", three, one, two] as [DateOrder, string, string, string]]),
    ["year-first", one, two, three],
  ];
  const isDate = one !== "" && one.length < 4 && readTime(rest) !== null;
  const dates = readings.flatMap(([order, year, month, day]): [DateOrder, string][] => {
    const date = /^(?:\d\d){1,2}$/.test(year) ? dateOf(yearOf(year), month, day) : "";
    return isDate && isReal(date) ? [[order, date]] : [];
  });
  return { dates: new Map(dates), isPointed };
}

/** 31 April becomes 1 May. */
function isReal(date: string): boolean {
  const at = new Date(`${date}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && isoDate(at) === date;
}

function eastAsianDate(text: string): Found | null {
  const [, year, month, day, rest = ""] =
    /^(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日 ?(?:\(?(?:[月火水木金土日](?:曜日?)?|(?:星期|周|週)[一二三四五六日天])\)?)?(.*)$/u.exec(
      text,
    ) ?? [];
  return year === undefined ? null : { date: dateOf(year, month, day), rest };
}

const word = String.raw`(?<word>\p{L}[\p{L}\p{M}]*(?: \p{L}[\p{L}\p{M}]*)?)\.?`;
const gap = "[ .,/-]{0,3}";
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|[oaº°])?`;
const named = [
  new RegExp(`^${day}${gap}${word}${gap}(?<year>\\d{4}|'?\\d\\d)(?![\\d:])(?<rest>.*)$`, "iu"),
  new RegExp(`^${word}${gap}${day},? (?<year>\\d{4})(?![\\d:])(?<rest>.*)$`, "iu"),
  new RegExp(`^(?<year>\\d{4})${gap}${word}${gap}${day}(?![\\d:])(?<rest>.*)$`, "iu"),
  // As programs write it: Tue Mar 05 2024, or Mar 5 13:05:00 2024.
  new RegExp(`^${word}${gap}${day}(?<rest> \\d\\d:\\d\\d:\\d\\d) (?<year>\\d{4})$`, "iu"),
];

function namedDate(text: string): Found | null {
  for (const pattern of named) {
    const { word: name = "", day, year = "", rest = "" } = pattern.exec(text)?.groups ?? {};
    const month = monthOf(name);
    if (month !== undefined) return { date: dateOf(yearOf(year), month, day), rest };
  }
  return null;
}

/** As Excel and databases read two digits: 70 to 99 are of the last century. */
function yearOf(written: string): string {
  const year = written.replace("'", "");
  return year.length === 4 ? year : `${Number(year) < 70 ? "20" : "19"}${year}`;
}

function dateOf(year: string, month: number | string = "", day: number | string = ""): string {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

function twoDigits(number: number | string): string {
  return String(number).padStart(2, "0");
}

const between =
  /^(?:,|T| -)? ?(?:(?:at|um|à|as|às|a las|alle ore|alle|ore|kl\.?|klo|om|o|о|об|в|saat|في|الساعة)(?= ))?,? ?/iu;
const half = String.raw`\p{L}[\p{L}. ]*?`;
const clock = new RegExp(
  String.raw`^(?:(?<before>${half}) ?)?(?<hour>\d{1,2})(?<unit> ?[:h時时点點.] ?)?(?:(?<minute>\d\d)(?: ?[:分.] ?(?<second>\d\d)(?:[.,]\d+)?)?)? ?(?:[秒分h](?:ours?)?|Uhr|uur)? ?(?<after>(?!UTC|GMT|Z)${half})?(?<zone> ?(?:Z|UTC|GMT)?(?: ?(?<sign>[+-])(?<zoneHour>\d\d):?(?<zoneMinute>\d\d))?)?(?: \([^)]*\))?$`,
  "iu",
);

/** Null for what is no time of a day. */
function readTime(rest: string): { clock: string; offsetMs?: number | undefined } | null {
  const text = rest.replace(between, "").trim();
  if (text === "") return { clock: "00:00:00" };
  const parts = clock.exec(text)?.groups;
  if (!parts) return null;
  const { hour = "", unit, minute = unit?.trim() === "." ? "" : "00", second = "00" } = parts;
  const shown = (parts.before ?? parts.after ?? "").trim();
  const which = halfOf(shown);
  // A number alone is no time.
  if ((shown !== "" && !which) || minute === "" || (!which && unit === undefined)) return null;
  if (which && (Number(hour) > 12 || Number(hour) === 0) && which === "am") return null;
  const hours = which ? (Number(hour) % 12) + (which === "pm" ? 12 : 0) : Number(hour);
  return { clock: `${twoDigits(hours)}:${minute}:${second}`, offsetMs: offsetOf(parts) };
}

function offsetOf(parts: Record<string, string | undefined>): number | undefined {
  const { zone = "", sign, zoneHour, zoneMinute } = parts;
  if (zone.trim() === "") return undefined;
  const ms = (Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0)) * 60_000;
  return sign === "-" ? -ms : ms;
}

/**
 * What the dates of a file begin with: the order in which all of a column are dates, if there is
 * one only; else what those of its other columns leave of them.
 */
export class DateOrders {
  private readonly possible = new Map<string, ReadonlySet<DateOrder>>();
  private readonly unsure = new Set<string>();

  /** `given`: as the caller says. */
  constructor(private readonly given?: DateOrder | undefined) {}

  see(column: string, text: string): void {
    if (this.given) return;
    const { dates, isPointed } = shortReadingsOf(text);
    if (dates.size === 0) return;
    const key = keyOf(column, isPointed);
    this.possible.set(key, common([new Set(dates.keys()), this.possible.get(key)]));
    if (isUnsure(text)) this.unsure.add(column);
  }

  /** Whether some dates of a column may be several. */
  isUnclear(column: string): boolean {
    return this.unsure.has(column) && this.find(column, false) === null;
  }

  of(column: string, text: string): DateOrder | null {
    return this.given ?? this.find(column, shortReadingsOf(text).isPointed);
  }

  /** One file may have dates with points and others. */
  private find(column: string, isPointed: boolean): DateOrder | null {
    const own = this.possible.get(keyOf(column, isPointed)) ?? new Set(dateOrders);
    if (own.size === 1) return [...own][0] ?? null;
    const alike = [...this.possible].filter(([key]) => key.startsWith(keyOf("", isPointed)));
    const [order = null, other] = common([own, ...alike.map(([, orders]) => orders)]);
    return other === undefined ? order : null;
  }
}

function keyOf(column: string, isPointed: boolean): string {
  return `${isPointed ? "." : "/"}${column}`;
}

function common(sets: (ReadonlySet<DateOrder> | undefined)[]): ReadonlySet<DateOrder> {
  return new Set(dateOrders.filter((order) => sets.every((set) => set?.has(order) ?? true)));
}

function shortReadingsOf(text: string): Readings {
  const isShort = text.length <= longest && /\p{Nd}/u.test(text);
  return readingsOf(isShort ? plain(text) : "");
}

/** Whether a date may be read in several ways, as it does not say what it begins with. */
export function isUnsure(text: string): boolean {
  const { dates, isPointed } = shortReadingsOf(text);
  return !isPointed && new Set(dates.values()).size > 1;
}

/** What programs store for "never": the first instant that they know, in some time zone. */
const zeroes = [0, Date.UTC(1899, 11, 30), Date.UTC(1899, 11, 31), Date.UTC(1900, 0, 1)];
const firstYear = new Date(0).setUTCFullYear(1, 0, 1);

export function isZeroTime(ms: number): boolean {
  return [...zeroes, firstYear].some((zero) => Math.abs(ms - zero) < dayMs);
}
