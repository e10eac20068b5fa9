import { textAt, textsOf } from "./catalogue";
import type { Language } from "./languages";

/** Where the catalogue has the names of columns, by file, if they are called as there. */
const named: Partial<Record<SpreadsheetFile, string>> = {
  links: "links.history.fields",
  clicks: "stats.cards.units",
};

/** Where it has those of others. */
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
    createdBy: "columns.createdBy",
    timeZone: "account.preferences.timeZone",
  },
  clicks: {
    createdAt: "stats.clicks.when",
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
  const path = named[file];
  const found = path === undefined ? {} : (textAt(texts, path) as Record<string, string>);
  return new Map([
    ...Object.entries(found).map(([name, head]): [string, string] => [columnOf(name), head]),
    ...Object.entries(heads[file]).map(([column, to]): [string, string] => [
      column,
      textAt(texts, to) as string,
    ]),
  ]);
}

/** `utmSource`. A file says of a password only whether there is one. */
function columnOf(name: string): string {
  if (name === "password") return "hasPassword";
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
