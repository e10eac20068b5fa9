import type { FilterName } from "@/lib/stats/query";

/** What one thing of a dimension is called. */
export const filterTitles: Record<FilterName, string> = {
  referrer: "Referrer",
  country: "Country",
  region: "Region",
  city: "City",
  device: "Device",
  browser: "Browser",
  os: "System",
  locale: "Language",
  utm_source: "Source",
  utm_medium: "Medium",
  utm_campaign: "Campaign",
};

// The interface is in English, so names of countries and languages are too.
const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** A label in words: `DE` is Germany, `de-AT` is German, Austria. Others are as they are. */
export function labelName(name: FilterName, label: string): string {
  if (name === "country") return /^[A-Z]{2}$/.test(label) ? (regions.of(label) ?? label) : label;
  if (name === "locale") return localeName(label);
  return label;
}

function localeName(tag: string): string {
  try {
    const { language, script, region } = new Intl.Locale(tag);
    const spoken = languages.of(script ? `${language}-${script}` : language) ?? tag;
    const place = region && regions.of(region);
    return place ? `${spoken}, ${place}` : spoken;
  } catch {
    // `Unknown` and `Other` are no tags.
    return tag;
  }
}
