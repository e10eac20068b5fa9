import { formatNumber, formatShare } from "@/lib/core/format";
import { type ShareTexts, shareTextsFor } from "@/lib/pages/share-texts";
import type { ListName, ShareFigures } from "@/lib/shares/share-figures";
import type { ChannelKind } from "@/lib/stats/query/channel-labels";
import type { Change } from "@/lib/stats/report/same-stretch";
import { dateFormat } from "@/lib/texts/intl-formats";
import type { Language } from "@/lib/texts/languages";
import { textsIn } from "@/lib/texts/translate";
import { channelLabel } from "../stats/channel-names";
import { labelName } from "../stats/label-names";

/** How a share page says things: in the visitor's language. */
export interface ShareWords {
  texts: ShareTexts;
  number: (value: number) => string;
  share: (part: number, whole: number) => string;
  /** A label of a list. `detail`: that of its row. */
  label: (list: ListName, label: string, detail?: string | null) => string;
  /** `up 42 %`; null if there is nothing to compare with. */
  change: (change: Change) => string | null;
  day: (at: string) => string;
  range: (figures: Pick<ShareFigures, "from" | "to">) => string;
  /** When a point begins. `isShort`: for the axis. */
  point: (start: string, interval: ShareFigures["interval"], isShort?: boolean) => string;
}

const day = { day: "numeric", month: "short", year: "numeric" } as const;
const shortDay = { day: "numeric", month: "short" } as const;
/** How points are named: on the axis, and in full. */
const points = {
  hour: [
    { hour: "2-digit", minute: "2-digit" },
    { dateStyle: "medium", timeStyle: "short" },
  ],
  day: [shortDay, day],
  week: [shortDay, day],
  month: [
    { month: "short", year: "2-digit" },
    { month: "long", year: "numeric" },
  ],
} as const satisfies Record<ShareFigures["interval"], readonly Intl.DateTimeFormatOptions[]>;

export function shareWords(language: Language, locale: string): ShareWords {
  const context = { labels: textsIn(language, "stats.labels", locale), locale };
  const delta = textsIn(language, "stats.delta", locale);
  const date = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { timeZone: "UTC", ...options });
  return {
    texts: shareTextsFor(language),
    number: (value) => formatNumber(value, locale),
    share: (part, whole) => formatShare(part, whole, locale),
    label: (list, label, detail) => {
      if (list === "link") return `/${label}`;
      if (list === "channel")
        return detail === null
          ? channelLabel({ kind: label as ChannelKind, name: label, preset: null }, context.labels)
          : label;
      if (list === "campaign" && detail === label) return label;
      return labelName(list === "campaign" ? "utm_campaign" : list, label, context);
    },
    change: ({ now, before }) => {
      if (before === 0) return null;
      if (now === before) return delta("noChange");
      return `${delta(now > before ? "up" : "down")} ${formatShare(Math.abs(now - before), before, locale)}`;
    },
    day: (at) => date(day).format(new Date(at)),
    range: ({ from, to }) => date(day).formatRange(new Date(from), new Date(to)),
    point: (start, interval, isShort = false) =>
      date(points[interval][isShort ? 0 : 1]).format(new Date(start)),
  };
}
