import { Prisma } from "../../database/generated/client";

/** One element of `recentClicks`: docs/api-contract.md, Click record. */
export interface ClickRecord {
  createdAt: string;
  referrer: string;
  country: string | null;
  region: string | null;
  city: string | null;
  device: string;
  browser: string;
  os: string;
  locale: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
}

const labels = [
  "country",
  "region",
  "city",
  "device",
  "browser",
  "os",
  "locale",
  "utmSource",
  "utmMedium",
  "utmCampaign",
] as const;
export const recordColumns = [
  "createdAt",
  "referrer",
  ...labels,
] as const satisfies readonly (keyof ClickRecord)[];

/** What a record shows of a row of Click, but for its time. */
export const recordLabels = Prisma.raw(
  `coalesce("referrer", 'Direct') AS "referrer", ${labels.map((name) => `"${name}"`).join(", ")}`,
);

/** Its time in ISO 8601. */
export const recordTime = Prisma.raw(
  `to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt"`,
);
