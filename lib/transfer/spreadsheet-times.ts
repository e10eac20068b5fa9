import { isoDate } from "../core/day";
import { fromLocal } from "../core/local-time";

/** Whether a spreadsheet writes 3/4 for the third of April. */
export type DateOrder = "day-first" | "month-first";

/** A date, maybe with a time, as spreadsheets save what they read as one. */
const written =
  /^(?<date>[\d./-]{8,10})(?:,? (?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?)?$/i;

/**
 * The instant of a local time, in ISO 8601. What is no such time, or may be two, is returned as it
 * is.
 */
export function instantIn(text: string, timeZone: string, order: DateOrder | null): string {
  const parts = written.exec(text)?.groups;
  const date = dateIn(parts?.date ?? "", order);
  if (!parts || !date) return text;
  const { hour = "0", minute = "00", second = "00", half } = parts;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const local = new Date(`${date}T${twoDigits(hours)}:${minute}:${second}.000Z`);
  // 31 April becomes 1 May, and an hour after 23 no time at all.
  const isReal = !Number.isNaN(local.getTime()) && isoDate(local) === date;
  return isReal ? fromLocal(local, timeZone).toISOString() : text;
}

/** Dots stand between day, month and year only. */
function dateIn(text: string, order: DateOrder | null): string | null {
  const iso = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (iso) return dateOf(iso[1], iso[3], iso[4]);
  const [, first, mark, second, year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  const shown = mark === "." ? "day-first" : order;
  if (year === undefined || shown === null) return null;
  return shown === "day-first" ? dateOf(year, second, first) : dateOf(year, first, second);
}

function dateOf(year = "", month = "", day = ""): string {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

function twoDigits(number: number | string): string {
  return String(number).padStart(2, "0");
}

const ofTwoOrders = /^(\d{1,2})([/-])(\d{1,2})\2\d{4}(?!\d)/;

/**
 * The order of dates by the first one with a number above 12, if every row has a date of two
 * possible orders until then.
 */
export async function findDateOrder(
  rows: AsyncIterable<readonly string[]>,
): Promise<DateOrder | null> {
  for await (const row of rows) {
    const found = row.map((text) => ofTwoOrders.exec(text)).filter((date) => date !== null);
    if (found.length === 0) return null;
    if (found.some(([, first]) => Number(first) > 12)) return "day-first";
    if (found.some(([, , , second]) => Number(second) > 12)) return "month-first";
  }
  return null;
}
