import { foldText } from "../core/fold-text";
import { allLanguages } from "../texts/languages";

/** Those that name months differently in another country come behind. */
const locales = [
  ...allLanguages,
  ...["en-GB", "de-AT", "es-MX", "pt-PT", "ar-EG", "ar-SY", "ar-DZ", "ar-MA"],
];

interface Words {
  /** 1 to 12. */
  months: ReadonlyMap<string, number>;
  halves: ReadonlyMap<string, "am" | "pm">;
  days: ReadonlySet<string>;
}

let read: Words | undefined;

/** The month that a word means in any language, 1 to 12. */
export const monthOf = (word: string) => words().months.get(plain(word));

/** Which half of the day a word means, such as `PM`, `ÖS`, `午後` or `م`. */
export const halfOf = (word: string) => words().halves.get(plain(word));

/** Whether a word is a day of the week. */
export const isWeekday = (word: string) => words().days.has(plain(word));

/** Without case, accents, dots and spaces. */
function plain(word: string): string {
  return foldText(word).replace(/[^\p{L}\p{N}]/gu, "");
}

/** Made with the first file that needs them: each language takes a millisecond. */
function words(): Words {
  read ??= {
    months: monthWords(),
    halves: new Map([
      ...[9, 15].flatMap((hour) =>
        locales.map((locale): [string, "am" | "pm"] => [
          plain(partOf(locale, { hour: "numeric", hour12: true }, "dayPeriod", at(0, 5, hour))),
          hour < 12 ? "am" : "pm",
        ]),
      ),
      ...([
        ["a", "am"],
        ["p", "pm"],
        ["vorm", "am"],
        ["nachm", "pm"],
      ] as const),
    ]),
    days: new Set(
      [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
        locales.flatMap((locale) =>
          (["long", "short"] as const).map((weekday) =>
            plain(partOf(locale, { weekday }, "weekday", at(0, 7 + day, 12))),
          ),
        ),
      ),
    ),
  };
  return read;
}

/** A word that two languages use for different months means neither. */
function monthWords(): Map<string, number> {
  const found = new Map<string, Set<number>>();
  for (const locale of locales)
    for (let month = 1; month <= 12; month++)
      for (const style of ["long", "short"] as const)
        for (const day of [{}, { day: "numeric" }] as const) {
          const name = partOf(locale, { month: style, ...day }, "month", at(month - 1, 15, 12));
          const word = plain(name);
          found.set(word, (found.get(word) ?? new Set()).add(month));
        }
  for (const [word, month] of [
    ["sept", 9],
    ["janv", 1],
    ["juill", 7],
  ] as const)
    found.set(word, new Set([month]));
  return new Map(
    [...found].flatMap(([word, [month = 0, ...others]]) =>
      word === "" || others.length > 0 || /^\d+$/.test(word) ? [] : [[word, month]],
    ),
  );
}

function at(month: number, day: number, hour: number): Date {
  return new Date(Date.UTC(2024, month, day, hour));
}

function partOf(
  locale: string,
  options: Intl.DateTimeFormatOptions,
  type: Intl.DateTimeFormatPartTypes,
  date: Date,
): string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return format.formatToParts(date).find((part) => part.type === type)?.value ?? "";
}
