import { hourMs } from "@/lib/core/day";
import { formatDay, formatTime } from "@/lib/core/format";
import type { Standout } from "@/lib/stats/report/set-aside";
import type { Texts } from "@/lib/texts/translator";

interface Context {
  t: Texts<"links.aside">;
  now: Date;
  locale: string;
}

/** What is set aside is a UTC day, so its hours are those of UTC, too. */
export function standoutSentence(
  { date, hours, since, until, clicks, of }: Standout,
  { t, now, locale }: Context,
): string {
  const counts = { clicks, all: of, day: formatDay(new Date(date), { year: now, locale }) };
  const hoursFromTo = (Date.parse(until) - Date.parse(since)) / hourMs;
  // Clicks in between are not counted.
  if (hoursFromTo > hours.length) return t("foundHours", { ...counts, hours: hours.length });
  const [from, to] = [since, until].map((at) => formatTime(new Date(at), "UTC", locale)) as [
    string,
    string,
  ];
  return t("found", { ...counts, from, until: to });
}
