export const profiles = 600;

/** Picks a label by a fraction from 0 to 1; earlier labels in the list are more frequent. */
const oneOf = (salt: number, labels: readonly (string | null)[]) =>
  `(ARRAY[${labels.map((label) => (label === null ? "NULL" : `'${label}'`)).join(", ")}]::text[])[1 + floor(${labels.length} * share(n, ${salt}) ^ 2)::int]`;

const places = [
  ["US", "CA", "San Francisco"],
  ["US", "NY", "New York"],
  ["DE", "BE", "Berlin"],
  ["GB", "ENG", "London"],
  ["US", "TX", "Austin"],
  ["CH", "ZH", "Zürich"],
  ["FR", "IDF", "Paris"],
  ["DE", "BY", "Munich"],
  ["IN", "KA", "Bengaluru"],
  ["NL", "NH", "Amsterdam"],
  ["CA", "ON", "Toronto"],
  ["AT", "9", "Vienna"],
  ["ES", "MD", "Madrid"],
  ["IT", "25", "Milan"],
  ["BR", "SP", "São Paulo"],
  ["JP", "13", "Tokyo"],
  ["AU", "NSW", "Sydney"],
  ["SE", "AB", "Stockholm"],
  ["PL", "14", "Warsaw"],
  ["MX", "CMX", "Mexico City"],
] as const;

const devices = [
  ["Mobile", "Mobile Safari", "iOS"],
  ["Desktop", "Chrome", "Windows"],
  ["Mobile", "Mobile Chrome", "Android"],
  ["Desktop", "Chrome", "macOS"],
  ["Desktop", "Safari", "macOS"],
  ["Desktop", "Edge", "Windows"],
  ["Desktop", "Firefox", "Linux"],
  ["Mobile", "Samsung Internet", "Android"],
  ["Tablet", "Mobile Safari", "iOS"],
  ["Unknown", "Unknown", "Unknown"],
] as const;

const referrers = [
  null,
  null,
  null,
  "google.com",
  "t.co",
  "linkedin.com",
  "news.ycombinator.com",
  "reddit.com",
  "mail.google.com",
  "github.com",
  "bing.com",
  "duckduckgo.com",
  "m.facebook.com",
  "instagram.com",
  "substack.com",
  "mastodon.social",
  "bsky.app",
  "medium.com",
];
const locales = [
  "en-US",
  "en-GB",
  "de-DE",
  "fr-FR",
  "es-ES",
  "de-CH",
  "pt-BR",
  "nl-NL",
  "it-IT",
  "ja-JP",
  null,
];
const campaigns = [
  [null, null, null],
  [null, null, null],
  [null, null, null],
  ["newsletter", "email", "autumn-launch"],
  ["x", "social", "autumn-launch"],
  ["linkedin", "social", "autumn-launch"],
  ["newsletter", "email", "weekly"],
  ["qr-poster", "print", "city-posters"],
  ["podcast", "audio", "autumn-launch"],
  ["partner", "referral", "black-friday"],
] as const;

const rowsOf = (rows: readonly (readonly (string | null)[])[]) =>
  rows
    .map(
      (row, index) =>
        `(${index}, ${row.map((label) => (label === null ? "NULL" : `'${label}'`)).join(", ")})`,
    )
    .join(", ");

/**
 * `share` is a number from 0 to 1 derived from the profile and a salt, so that every run generates
 * the same profiles.
 */
const share = (salt: number) => `((hashint8extended(n, ${salt}) & 1048575) / 1048576.0)::float8`;
/** Creates the table seed_profile: `n` and the columns of Click that a profile determines. */
export const profilesSql = `
  CREATE UNLOGGED TABLE seed_profile AS
  SELECT n, ${oneOf(1, referrers)} AS "referrer", p.country AS "country", p.region AS "region", p.city AS "city", d.device, d.browser, d.os,
         ${oneOf(2, locales)} AS "locale", c."utmSource", c."utmMedium", c."utmCampaign",
         NULL::text AS "destination", NULL::text AS "domain"
  FROM generate_series(0, ${profiles - 1}) n
  JOIN (VALUES ${rowsOf(places)}) p(i, country, region, city) ON p.i = floor(${places.length} * share(n, 3) ^ 2)
  JOIN (VALUES ${rowsOf(devices)}) d(i, device, browser, os) ON d.i = floor(${devices.length} * share(n, 4) ^ 2)
  JOIN (VALUES ${rowsOf(campaigns)}) c(i, "utmSource", "utmMedium", "utmCampaign") ON c.i = floor(${campaigns.length} * share(n, 5))`.replace(
  /share\(n, (\d)\)/g,
  (_, salt: string) => share(Number(salt)),
);
