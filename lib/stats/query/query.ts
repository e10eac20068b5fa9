import { z } from "zod";
import { type Comparison, comparisons, type DateRange, rangeOfDates } from "../../core/date-range";
import { dayMs, isoDate } from "../../core/day";
import { refusedFields, type SluglineError } from "../../core/errors";
import { addDays, localDate } from "../../core/local-time";
import { mostDays } from "../../core/range-choice";
import { excelSchema } from "../../core/spreadsheet";
import { knownTimeZone } from "../../core/time-zone";
import { wholeNumber } from "../../core/whole-number";
import { say } from "../../texts/say";
import { readSentence, says, sentence } from "../../texts/sentence";
import type { DimensionName } from "./dimensions";
import { filterShape, filtersOf } from "./filter-parameters";
import { type Filters, filterDimensions } from "./filters";
import { type Interval, intervals } from "./series";

/** The breakdowns that pages show. */
export const pageDimensions: readonly DimensionName[] = [
  ...Object.values(filterDimensions),
  "sourceMedium",
];

export interface StatisticsQuery {
  dateRange: DateRange;
  filters: Filters;
  interval: Interval | null;
  compare: Comparison | null;
  /** Whether the time zone was asked for by name, even UTC. */
  hasTimeZone?: boolean;
}

const maxHourlyDays = 31;
const hourlyLimit = says("canBeHour", { most: maxHourlyDays });

/** In years whose neighbours Postgres and ISO 8601 can express too. */
const date = z.iso
  .date({ error: says("mustBeDay") })
  .transform((text, context) => {
    if (text >= "1900" && text < "9999") return new Date(`${text}T00:00:00.000Z`);
    context.addIssue(says("mustBeInYears"));
    return z.NEVER;
  })
  .meta({
    description:
      "A date, included in the date range; in UTC, or in `timezone`. `from` and `to` take precedence over `days`.",
    pattern: undefined,
    example: "2026-01-31",
  });

const timeZone = z
  .string()
  .max(100, says("mustBe100"))
  .transform((name, context) => {
    const known = knownTimeZone(name);
    if (known) return known;
    context.addIssue(says("mustBeZoneName"));
    return z.NEVER;
  })
  .meta({
    description:
      "IANA name of the time zone in which days and hours begin, UTC by default. Unique visitors are still counted by UTC day; `series` by day, week or month has null for them in another zone.",
    example: "Europe/Berlin",
  });

/** Of a CSV file. */
export const spreadsheetParameters = {
  excel: excelSchema,
  timezone: timeZone
    .meta({
      description:
        "IANA name of the time zone of the times in a file for spreadsheets, UTC by default.",
    })
    .optional(),
};

/**
 * Query of GET /api/links/<slug>/stats. `from` and `to` (dates in the time zone, both included)
 * take precedence over `days`. `days` above 365 are cut to 365.
 */
export const statsQuerySchema = z
  .object({
    days: wholeNumber(
      1,
      "Length of the date range, which ends today; values above 365 count as 365. 30 by default.",
    )
      .default(30)
      .transform((days) => Math.min(days, 365)),
    from: date.optional(),
    to: date.optional(),
    timezone: timeZone.optional(),
    interval: z
      .enum(intervals, { error: says("mustBeInterval", { values: intervals.join(", ") }) })
      .meta({
        description: `Adds \`series\`. It ${say("en", readSentence(hourlyLimit))}.`,
        examples: ["day"],
      })
      .optional(),
    compare: z
      .enum(comparisons, { error: says("mustBeComparison") })
      .meta({
        description:
          "Adds `previous`: the date range before, the same weekdays before, or the same dates a year earlier (28 February for the 29th).",
        examples: ["previous"],
      })
      .optional(),
    ...filterShape,
  })
  .superRefine(({ days, from, to, interval }, context) => {
    // Also runs if a date is invalid and still a string.
    const length =
      from instanceof Date && to instanceof Date
        ? (to.getTime() - from.getTime()) / dayMs + 1
        : null;
    if (length !== null && length < 1)
      context.addIssue({ code: "custom", path: ["to"], message: says("mustNotBeBeforeFrom") });
    if (length !== null && length > mostDays)
      context.addIssue({
        code: "custom",
        path: ["from"],
        message: says("mustBeFiveYearsBeforeTo"),
      });
    if (interval === "hour" && (length ?? days) > maxHourlyDays)
      context.addIssue({
        code: "custom",
        path: ["interval"],
        message: hourlyLimit,
      });
  });

/** Query of GET /api/links/<slug>/clicks: UTC dates, both included. */
export const clicksQuerySchema = z
  .object({
    from: date
      .meta({ description: "The first UTC day.", pattern: undefined, example: "2026-01-01" })
      .default(new Date(0)),
    to: date
      .meta({
        description: "The last UTC day; today by default.",
        pattern: undefined,
        example: "2026-01-31",
      })
      .optional(),
    cursor: z
      .string()
      .meta({ description: "`cursor` of the last click that you have: continues behind it." })
      .optional(),
  })
  .refine(({ from, to }) => !to || to >= from, {
    path: ["to"],
    message: says("mustNotBeBeforeFrom"),
  });

/** Query of GET /api/links/<slug>/clicks.csv. */
export const clicksCsvQuerySchema = clicksQuerySchema.safeExtend(spreadsheetParameters);

type StatsParameters = z.output<typeof statsQuerySchema>;

/**
 * Resolves the date range at `now`: without `to` it ends today, without `from` it is `days` long.
 * Throws `validation_failed` if it becomes too long.
 */
export function statisticsQuery(
  { days, from, to, timezone, interval, compare, ...given }: StatsParameters,
  now: Date,
): StatisticsQuery {
  const dateRange = settleRange(days, from, to, timezone ?? "UTC", now);
  if (interval === "hour" && dateRange.days > maxHourlyDays) throw invalid("interval", hourlyLimit);
  return {
    dateRange,
    filters: filtersOf(given),
    interval: interval ?? null,
    compare: compare ?? null,
    ...(timezone === undefined ? {} : { hasTimeZone: true }),
  };
}

function settleRange(
  days: number,
  from: Date | undefined,
  to: Date | undefined,
  timezone: string,
  now: Date,
): DateRange {
  const today = localDate(now, timezone);
  const last = to && isoDate(to);
  if (!from) return rangeOfDates(addDays(last ?? today, 1 - days), last ?? today, timezone);
  const first = isoDate(from);
  // A date range that starts in the future is empty and lasts one day.
  const dateRange = rangeOfDates(first, last ?? [first, today].sort()[1] ?? today, timezone);
  if (dateRange.days > mostDays)
    throw refusedFields([
      { path: "from", code: "invalid_format", sentence: sentence("mustBeFiveYearsAgo") },
    ]);
  return dateRange;
}

function invalid(path: string, message: string): SluglineError {
  return refusedFields([{ path, code: "invalid_format", sentence: readSentence(message) }]);
}
