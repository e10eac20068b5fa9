import { env } from "@/lib/config/env";
import { countryName } from "@/lib/core/destination-rules";
import { destinationName } from "@/lib/links/rule-text";
import { absentLabel } from "@/lib/stats/query/filter-parameters";
import type { FilterName } from "@/lib/stats/query/filters";
import { displayNames } from "@/lib/texts/intl-formats";
import type { Texts } from "@/lib/texts/translator";
import { type TagFilterName, tagLabel } from "./channel-names";

type LabelTexts = Texts<"stats.labels">;

/** How labels are said. */
export interface LabelContext {
  labels: LabelTexts;
  locale: string;
  /** UTC by default. */
  timeZone?: string | undefined;
}

const words = ["direct", "other", "unknown"] as const;
const devices = ["console", "desktop", "mobile", "tablet", "tv", "wearable"] as const;

/** A word of ours; of the other names, visitors can send it as a label. */
function wordOf(name: FilterName, label: string) {
  return label === "Other" || label === absentLabel(name) ? oneOf(words, label) : undefined;
}

/** Statistics have them in upper case. */
function oneOf<W extends string>(names: readonly W[], label: string): W | undefined {
  return /^[A-Z]/.test(label) ? names.find((name) => name === label.toLowerCase()) : undefined;
}

/**
 * Display name of a label: `DE` is Germany, `de-AT` is German (AT), and clicks by no further host
 * came by that of BASE_URL. Other labels are shown as they are.
 */
export function labelName(name: FilterName, label: string, context: LabelContext): string {
  const { labels, locale } = context;
  if (name.startsWith("utm_")) return tagLabel(name as TagFilterName, label, labels);
  if (name === "destination") return destinationLabel(label, context);
  if (name === "domain") return label === "default" ? new URL(env().BASE_URL).host : label;
  const word = wordOf(name, label);
  if (word) return labels(`words.${word}`);
  if (name === "country") return /^[A-Z]{2}$/.test(label) ? countryName(label, locale) : label;
  if (name === "locale") return localeName(label, locale);
  const device = name === "device" && oneOf(devices, label);
  return device ? labels(`devices.${device}`) : label;
}

function destinationLabel(label: string, { labels, locale, timeZone }: LabelContext): string {
  if (label === "default" || label === "ios" || label === "android") return labels(label);
  return label === "Other" ? labels("words.other") : destinationName(label, locale, timeZone);
}

function localeName(tag: string, locale: string): string {
  try {
    const { language, script, region } = new Intl.Locale(tag);
    const names = displayNames(locale, { type: "language", fallback: "none" });
    const spoken = names.of(script ? `${language}-${script}` : language) ?? tag;
    return region ? `${spoken} (${region})` : spoken;
  } catch {
    // Some visitors send what is no language tag.
    return tag;
  }
}
