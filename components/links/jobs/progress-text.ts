import { numberFormat } from "@/lib/texts/intl-formats";
import type { Texts } from "@/lib/texts/translator";

interface Progress {
  done: number;
  total: number;
  tookMs: number;
}

/** As in `350 of 1,000 (35%) · about 4 seconds left`. */
export function progressText(
  { done, total, tookMs }: Progress,
  t: Texts<"jobs">,
  locale: string,
): string {
  const part = numberFormat(locale, { style: "percent" }).format(total > 0 ? done / total : 0);
  const said = t("progress", { done, total, part });
  if (done === 0 || done >= total) return said;
  return `${said} · ${t("left", { time: timeText((tookMs / done) * (total - done), locale) })}`;
}

const minuteMs = 60_000;

/** Rounded up, so that it does not end later than it says. */
function timeText(ms: number, locale: string): string {
  const [unit, unitMs] =
    ms < minuteMs ? (["second", 1_000] as const) : (["minute", minuteMs] as const);
  const format = numberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.ceil(ms / unitMs));
}
