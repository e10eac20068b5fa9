import type { ClientSoftware } from "../lib/core/client-software";
import type { Place } from "../lib/core/place";
import type { ChannelName } from "./demo-links";
import type { Random } from "./random";

/** Values and their weights. */
type Weighted<T> = readonly (readonly [value: T, weight: number])[];

export function pickWeighted<T>(random: Random, from: Weighted<T>): T {
  let left = random.next() * from.reduce((sum, [, weight]) => sum + weight, 0);
  const found = from.find(([, weight]) => {
    left -= weight;
    return left < 0;
  });
  if (!found) throw new Error("nothing to pick from");
  return found[0];
}

export interface Channel {
  /** Null: the link is shared there without tags. */
  tags: { source: string; medium: string } | null;
  /** Null: the browser sends none. */
  referrers: Weighted<string | null>;
  devices: Weighted<keyof typeof software>;
}

// biome-ignore format: tables
const [everyDevice, onTheGo, atTheDesk]: readonly [Channel["devices"], Channel["devices"], Channel["devices"]] = [
  [["Mobile", 46], ["Desktop", 47], ["Tablet", 6], ["Unknown", 1]],
  [["Mobile", 80], ["Desktop", 15], ["Tablet", 5]],
  [["Desktop", 76], ["Mobile", 22], ["Tablet", 2]],
];

// biome-ignore format: a table
export const channels: Readonly<Record<ChannelName, Channel>> = {
  direct: untagged([[null, 80], ["www.example.com", 12], ["mail.google.com", 5], ["substack.com", 3]], everyDevice),
  search: untagged([["google.com", 78], ["bing.com", 9], ["duckduckgo.com", 9], ["ecosia.org", 4]], everyDevice),
  "hacker-news": untagged([["news.ycombinator.com", 90], [null, 10]], atTheDesk),
  reddit: untagged([["reddit.com", 82], [null, 18]], onTheGo),
  github: untagged([["github.com", 88], [null, 12]], atTheDesk),
  newsletter: tagged("newsletter", "email", [[null, 66], ["mail.google.com", 22], ["outlook.live.com", 8], ["mail.proton.me", 4]], everyDevice),
  x: tagged("x", "social", [["t.co", 86], [null, 14]], onTheGo),
  linkedin: tagged("linkedin", "social", [["linkedin.com", 84], [null, 16]], atTheDesk),
  "qr-poster": tagged("qr-poster", "print", [[null, 1]], [["Mobile", 97], ["Tablet", 3]]),
  podcast: tagged("podcast", "audio", [[null, 74], ["podcasts.apple.com", 14], ["open.spotify.com", 12]], onTheGo),
  partner: tagged("partner", "referral", [["maps-weekly.example.net", 78], [null, 22]], everyDevice),
};

function untagged(referrers: Channel["referrers"], devices: Channel["devices"]): Channel {
  return { tags: null, referrers, devices };
}

function tagged(
  source: string,
  medium: string,
  referrers: Channel["referrers"],
  devices: Channel["devices"],
): Channel {
  return { tags: { source, medium }, referrers, devices };
}

/** Browsers and systems by device. */
// biome-ignore format: a table
const software = {
  Mobile: [[["Mobile Safari", "iOS"], 48], [["Mobile Chrome", "Android"], 40], [["Samsung Internet", "Android"], 8], [["Mobile Firefox", "Android"], 4]],
  Desktop: [
    [["Chrome", "Windows"], 33], [["Chrome", "macOS"], 20], [["Safari", "macOS"], 17], [["Edge", "Windows"], 13], [["Firefox", "Windows"], 8],
    [["Firefox", "Linux"], 9],
  ],
  Tablet: [[["Mobile Safari", "iOS"], 74], [["Chrome", "Android"], 26]],
  Unknown: [[["curl", "Unknown"], 1]],
} satisfies Record<string, Weighted<readonly [browser: string, os: string]>>;

/** Countries with their weight, languages and cities. */
// biome-ignore format: a table
const countries: Weighted<Country> = [
  country("DE", 31, [["de-DE", 88], ["en-US", 8], ["en-GB", 4]], [["BE", "Berlin", 5], ["BY", "Munich", 4], ["HH", "Hamburg", 3], ["SN", "Leipzig", 2]]),
  country("GB", 15, [["en-GB", 97], ["pl-PL", 3]], [["ENG", "London", 5], ["ENG", "Leeds", 2], ["SCT", "Edinburgh", 2], ["SCT", "Fort William", 1]]),
  country("US", 15, [["en-US", 95], ["es-US", 5]], [["CA", "San Francisco", 3], ["NY", "New York", 3], ["OR", "Portland", 2], ["CO", "Boulder", 2]]),
  country("CH", 9, [["de-CH", 70], ["fr-CH", 22], ["en-GB", 8]], [["ZH", "Zürich", 5], ["BE", "Bern", 3], ["GR", "Chur", 2], ["VD", "Lausanne", 2]]),
  country("FR", 7, [["fr-FR", 94], ["en-US", 6]], [["IDF", "Paris", 4], ["ARA", "Grenoble", 3], ["ARA", "Chamonix", 1]]),
  country("NL", 6, [["nl-NL", 80], ["en-US", 12], ["en-GB", 8]], [["UT", "Utrecht", 3], ["NH", "Amsterdam", 4]]),
  country("AT", 6, [["de-AT", 94], ["en-US", 6]], [["9", "Vienna", 4], ["7", "Innsbruck", 3]]),
  country("IT", 3, [["it-IT", 82], ["de-DE", 18]], [["25", "Milan", 3], ["32", "Bolzano", 2]]),
  country("CA", 2, [["en-CA", 80], ["fr-CA", 20]], [["ON", "Toronto", 3], ["AB", "Canmore", 1]]),
  country("NO", 2, [["nb-NO", 88], ["en-GB", 12]], [["03", "Oslo", 3], ["55", "Tromsø", 1]]),
  country("ES", 2, [["es-ES", 90], ["en-GB", 10]], [["MD", "Madrid", 3], ["CT", "Barcelona", 3]]),
  country("SE", 1, [["sv-SE", 90], ["en-US", 10]], [["AB", "Stockholm", 1]]),
  country("PL", 1, [["pl-PL", 96], ["en-US", 4]], [["14", "Warsaw", 2], ["12", "Kraków", 2]]),
  country("IE", 1, [["en-IE", 1]], [["L", "Dublin", 3], ["C", "Galway", 1]]),
  country("JP", 1, [["ja-JP", 90], ["en-US", 10]], [["13", "Tokyo", 1]]),
];

interface Country {
  code: string;
  locales: Weighted<string>;
  cities: Weighted<readonly [region: string, city: string]>;
}

function country(
  code: string,
  weight: number,
  locales: Weighted<string>,
  cities: readonly (readonly [region: string, city: string, weight: number])[],
): readonly [Country, number] {
  return [
    { code, locales, cities: cities.map(([region, city, share]) => [[region, city], share]) },
    weight,
  ];
}

/** Who clicks: what stays the same when a person clicks twice. */
export type Visitor = { visitor: string; locale: string | null } & Place & ClientSoftware;

/**
 * Country, device and channel do not depend on each other, except that each channel has its own mix
 * of devices.
 */
export function pickVisitor(random: Random, { devices }: Channel): Visitor {
  const { code, locales, cities } = pickWeighted(random, countries);
  const [region, city] = pickWeighted(random, cities);
  const device = pickWeighted(random, devices);
  const [browser, os] = pickWeighted<readonly [string, string]>(random, software[device]);
  const isLocated = !random.chance(0.02);
  return {
    visitor: hexOf(random, 16),
    country: isLocated ? code : null,
    region: isLocated ? region : null,
    city: isLocated ? city : null,
    device,
    browser,
    os,
    locale: device === "Unknown" ? null : pickWeighted(random, locales),
  };
}

function hexOf(random: Random, bytes: number): string {
  return Array.from({ length: bytes }, () => random.below(256).toString(16).padStart(2, "0")).join(
    "",
  );
}
