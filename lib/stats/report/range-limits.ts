import { addDays, localDate } from "../../core/local-time";
import { mostDays, type RangeChoice, type RangeLimits } from "../../core/range-choice";
import { findFirstDay } from "./global-statistics";

/** The limits of a page about all links. Their first day is read only to show all time. */
export async function limitsOfAll(
  choice: RangeChoice,
  now: Date,
  timeZone = "UTC",
): Promise<RangeLimits> {
  const today = localDate(now, timeZone);
  if (choice !== "all")
    return { today, first: addDays(today, 1 - mostDays), last: today, timeZone };
  const firstDay = await findFirstDay();
  return {
    today,
    first: firstDay === null ? today : localDate(new Date(firstDay), timeZone),
    last: today,
    timeZone,
  };
}
