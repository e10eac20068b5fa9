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
