import type { Spreadsheet } from "../../core/spreadsheet";
import { csvOf } from "../../core/table-file";
import type { CampaignCell } from "./campaigns";

/** A line of the file of campaigns. */
interface CampaignLine {
  slug: string;
  title: string | null;
  campaign: string;
  source: string;
  clicks: number;
  /** The tags as visitors sent them, where they sent what is also a name of ours. */
  detail?: string;
}

export function campaignLine({
  slug,
  title,
  campaign,
  source,
  count,
  sent,
}: CampaignCell): CampaignLine {
  const tags = { campaign, source };
  const detail = sent?.map((tag) => `utm_${tag}=${tags[tag]}`).join("&");
  return { slug, title, campaign, source, clicks: count, ...(detail ? { detail } : {}) };
}

/** Has the column of details only where a line has one. */
export function campaignsCsv(lines: readonly CampaignLine[], spreadsheet?: Spreadsheet): string {
  const columns = ["slug", "title", "campaign", "source", "clicks"] as const;
  const hasDetails = lines.some(({ detail }) => detail);
  return csvOf(lines, hasDetails ? [...columns, "detail"] : columns, { spreadsheet });
}
