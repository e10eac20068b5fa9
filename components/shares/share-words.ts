import { formatNumber, formatShare } from "@/lib/core/format";
import type { ShareTexts } from "@/lib/pages/share-texts";
import type { ListName, ShareFigures } from "@/lib/shares/share-figures";

/** How a share page says things: in the visitor's language. */
export interface ShareWords {
  texts: ShareTexts;
  locale: string;
  number: (value: number) => string;
  share: (part: number, whole: number) => string;
  /** A label of a list. */
  label: (list: ListName, label: string) => string;
  day: (at: string) => string;
  range: (figures: Pick<ShareFigures, "from" | "to">) => string;
  /** When a point begins. `isShort`: for the axis. */
  point: (start: string, interval: ShareFigures["interval"], isShort?: boolean) => string;
}

export function shareWords(texts: ShareTexts, locale: string): ShareWords {
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const languages = new Intl.DisplayNames(locale, { type: "language" });
  const rest: Record<string, string> = {
    Direct: texts.direct,
    Unknown: texts.unknown,
    None: texts.none,
    Other: texts.other,
  };
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
  const day = date({ day: "numeric", month: "short", year: "numeric" });
  const points = {
    hour: [
      date({ hour: "2-digit", minute: "2-digit" }),
      date({ dateStyle: "medium", timeStyle: "short" }),
    ],
    day: [date({ day: "numeric", month: "short" }), day],
    week: [date({ day: "numeric", month: "short" }), day],
    month: [date({ month: "short", year: "2-digit" }), date({ month: "long", year: "numeric" })],
  } as const;
  return {
    texts,
    locale,
    number: (value) => formatNumber(value, locale),
    share: (part, whole) => formatShare(part, whole, locale),
    label: (list, label) => {
      if (Object.hasOwn(rest, label)) return rest[label] ?? label;
      if (list === "country" && /^[A-Z]{2}$/.test(label)) return countries.of(label) ?? label;
      return list === "locale" ? nameOf(languages, label) : label;
    },
    day: (at) => day.format(new Date(at)),
    range: ({ from, to }) => day.formatRange(new Date(from), new Date(to)),
    point: (start, interval, isShort = false) =>
      points[interval][isShort ? 0 : 1].format(new Date(start)),
  };
}

/** Not every stored tag is one that Intl knows. */
function nameOf(languages: Intl.DisplayNames, tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
