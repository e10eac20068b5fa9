import { env } from "@/lib/config/env";
import { countryName, platformNames } from "@/lib/core/destination-rules";
import type { FilterName } from "@/lib/stats/query/query";
import { type TagFilterName, tagName } from "@/lib/stats/query/tag-name";

/** Labels of `destination` that are no country codes. */
const destinationNames: Record<string, string> = { default: "Default", ...platformNames };

// The interface is in English, so names of languages are too.
const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/**
 * Display name of a label: `DE` is Germany, `de-AT` is German (AT), and clicks by no further host
 * came by that of BASE_URL. Other labels are shown as they are.
 */
export function labelName(name: FilterName, label: string): string {
  if (name === "destination") return destinationNames[label] ?? labelName("country", label);
  if (name === "domain") return label === "default" ? new URL(env().BASE_URL).host : label;
  if (name === "country") return /^[A-Z]{2}$/.test(label) ? countryName(label) : label;
  if (name === "locale") return localeName(label);
  if (name.startsWith("utm_")) return tagName(name as TagFilterName, label);
  return label;
}

/** `newsletter / email`; a missing tag is left out. */
export function channelTags({ source, medium }: { source: string; medium: string }): string {
  return [source, medium].filter((tag) => tag !== "None").join(" / ") || "None";
}

function localeName(tag: string): string {
  try {
    const { language, script, region } = new Intl.Locale(tag);
    const spoken = languages.of(script ? `${language}-${script}` : language) ?? tag;
    return region ? `${spoken} (${region})` : spoken;
  } catch {
    // `Unknown` and `Other` are not language tags.
    return tag;
  }
}
