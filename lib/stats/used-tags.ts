import { getCampaigns } from "./campaigns";
import type { Window } from "./window";

/** UTM values that brought clicks to any link, most clicks first. */
export interface UsedTags {
  sources: string[];
  mediums: string[];
  campaigns: string[];
}

const noValue = new Set(["None", "Other"]);

/** The tags of a window, `most` of each kind: offered again so that one thing keeps one spelling. */
export async function getUsedTags(window: Window, most: number): Promise<UsedTags> {
  const [bySource, byMedium] = await Promise.all([getCampaigns(window, "source"), getCampaigns(window, "medium")]);
  const ranked = (cells: { count: number; label: string }[]) => {
    const counts = new Map<string, number>();
    for (const { label, count } of cells) if (!noValue.has(label)) counts.set(label, (counts.get(label) ?? 0) + count);
    return [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([label]) => label)
      .slice(0, most);
  };
  return {
    sources: ranked(bySource.cells.map(({ tag, count }) => ({ label: tag, count }))),
    mediums: ranked(byMedium.cells.map(({ tag, count }) => ({ label: tag, count }))),
    campaigns: ranked(bySource.cells.map(({ campaign, count }) => ({ label: campaign, count }))),
  };
}
