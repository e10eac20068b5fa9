import { groupBy } from "./group-by";

/** How the dashboard writes campaign tags (TIDY_CAMPAIGN_TAGS, CAMPAIGN_MEDIUMS). */
export interface CampaignRule {
  /** In lower case, with hyphens for blanks. */
  isTidy: boolean;
  /** Those to choose from; empty: any. */
  mediums: readonly string[];
}

/** A tag as the rule writes it. Blanks at the end stay while they are typed. */
export function tidyTag(value: string, { isTidy }: CampaignRule): string {
  return isTidy ? value.toLowerCase().replace(/\s+(?=\S)/g, "-") : value;
}

/** Whether a medium that is typed is one of the list. */
export function isListedMedium(medium: string, { mediums }: CampaignRule): boolean {
  return mediums.length === 0 || medium.trim() === "" || mediums.includes(medium.trim());
}

/** What spellings of a campaign have in common: case, blanks, and what stands for blanks. */
const spellingKey = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, "-");

/** For each name the others that differ from it by case or blanks alone; few have any. */
export function otherSpellings(names: readonly string[]): Map<string, string[]> {
  const alike = [...groupBy([...new Set(names)], spellingKey).values()];
  return new Map(
    alike.flatMap((group) =>
      group.length > 1
        ? group.map((name) => [name, group.filter((each) => each !== name)] as const)
        : [],
    ),
  );
}
