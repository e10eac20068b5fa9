import { type Catalogue, textsOf } from "./catalogue";
import type { Language } from "./languages";

/**
 * Where the catalogue has the names of columns, by file. Other fields of a link are called as in its
 * history.
 */
const heads = {
  links: {
    enabled: "settings.data.fields.enabled",
    expiresAt: "settings.data.fields.expiresAt",
    shortUrl: "form.ready.shortLink",
    clickCount: "stats.chart.units.clicks",
    lastClickedAt: "columns.lastClickedAt",
    botHitCount: "stats.chart.units.bots",
    createdAt: "settings.data.fields.createdAt",
    updatedAt: "columns.updatedAt",
    importedClicks: "columns.importedClicks",
    hasPassword: "links.history.fields.password",
    createdBy: "columns.createdBy",
    timeZone: "account.preferences.timeZone",
  },
  clicks: {
    createdAt: "stats.clicks.when",
    referrer: "stats.cards.units.referrer",
    country: "stats.cards.units.country",
    region: "stats.cards.units.region",
    city: "stats.cards.units.city",
    device: "stats.cards.units.device",
    browser: "stats.cards.units.browser",
    os: "stats.cards.units.os",
    locale: "stats.cards.units.locale",
    utmSource: "stats.cards.units.utm_source",
    utmMedium: "stats.cards.units.utm_medium",
    utmCampaign: "stats.cards.units.utm_campaign",
    destination: "stats.cards.units.destination",
    domain: "stats.cards.tabs.domain",
    timeZone: "account.preferences.timeZone",
  },
  statistics: {
    part: "columns.part",
    label: "columns.label",
    detail: "stats.breakdown.details",
    clicks: "stats.chart.units.clicks",
    uniqueVisitors: "stats.chart.units.visitors",
  },
  campaigns: {
    slug: "links.history.fields.slug",
    title: "links.history.fields.title",
    campaign: "stats.cards.units.utm_campaign",
    source: "stats.cards.units.utm_source",
    clicks: "stats.chart.units.clicks",
    detail: "stats.breakdown.details",
  },
  activity: {
    at: "settings.activity.when",
    kind: "settings.activity.kind",
    event: "settings.activity.what",
    by: "settings.activity.who",
    about: "columns.about",
    detail: "stats.breakdown.details",
    browser: "stats.cards.units.browser",
    count: "stats.details.times",
    lastAt: "columns.lastAt",
    timeZone: "account.preferences.timeZone",
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type SpreadsheetFile = keyof typeof heads;

/** What the columns of a file for spreadsheets are called in a language, by column. */
export function columnHeads(
  language: Language,
  file: SpreadsheetFile,
): ReadonlyMap<string, string> {
  const texts = textsOf(language);
  // A file says only whether there is a password.
  const { password: _, ...fields } = at(texts, "links.history.fields") as Record<string, string>;
  const named = Object.entries(heads[file]).map(([column, path]): [string, string] => [
    column,
    at(texts, path) as string,
  ]);
  return new Map([...(file === "links" ? Object.entries(fields) : []), ...named]);
}

function at(texts: Catalogue, path: string): Catalogue | string {
  return path
    .split(".")
    .reduce((part, name) => (part as Catalogue)[name] ?? "", texts as Catalogue | string);
}
