import { z } from "zod";
import type { RangeChoice } from "../../core/range-choice";
import { parseRange, type SearchParams } from "./page-query";

/** The cells to show; null means all. */
export interface CampaignFilter {
  campaign: string | null;
  tag: string | null;
  slug: string | null;
}

export interface CampaignsQuery extends CampaignFilter {
  range: RangeChoice;
  by: "source" | "medium";
}

const one = z.string().min(1).max(255).nullable().catch(null);

/** Invalid values fall back to defaults. */
export function parseCampaignsQuery(given: SearchParams): CampaignsQuery {
  return {
    range: parseRange(given),
    by: z.enum(["source", "medium"]).catch("source").parse(given.by),
    campaign: one.parse(given.campaign),
    tag: one.parse(given.tag),
    slug: one.parse(given.link),
  };
}
