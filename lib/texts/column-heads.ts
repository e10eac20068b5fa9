import { type Catalogue, textsOf } from "./catalogue";
import type { Language } from "./languages";

/** Where the catalogue has the names of columns, by file. */
const heads = {
  links: {
    slug: "links.history.fields.slug",
    url: "links.history.fields.url",
    title: "links.history.fields.title",
    enabled: "settings.data.fields.enabled",
    expiresAt: "settings.data.fields.expiresAt",
    shortUrl: "form.ready.shortLink",
    clickCount: "stats.chart.units.clicks",
    lastClickedAt: "columns.lastClickedAt",
    botHitCount: "stats.chart.units.bots",
    createdAt: "settings.data.fields.createdAt",
    updatedAt: "columns.updatedAt",
    importedClicks: "columns.importedClicks",
    tags: "links.history.fields.tags",
    note: "links.history.fields.note",
    aliases: "links.history.fields.aliases",
    maxClicks: "links.history.fields.maxClicks",
    startsAt: "links.history.fields.startsAt",
    expiredUrl: "links.history.fields.expiredUrl",
    ios: "links.history.fields.ios",
    android: "links.history.fields.android",
    geo: "links.history.fields.geo",
    domain: "links.history.fields.domain",
    hasPassword: "links.history.fields.password",
    forwardQuery: "links.history.fields.forwardQuery",
    forwardUtm: "links.history.fields.forwardUtm",
    description: "links.history.fields.description",
    image: "links.history.fields.image",
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
  return new Map(Object.entries(heads[file]).map(([column, at]) => [column, textAt(texts, at)]));
}

function textAt(texts: Catalogue, path: string): string {
  const found = path
    .split(".")
    .reduce((at, name) => (at as Catalogue)[name] ?? "", texts as Catalogue | string);
  return found as string;
}
