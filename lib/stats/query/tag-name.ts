const missing = { utm_source: "No source", utm_medium: "No medium", utm_campaign: "No campaign" };

export type TagFilterName = keyof typeof missing;

/** Display name of a UTM value: `None` stands for clicks without this tag. */
export function tagName(name: TagFilterName, label: string): string {
  return label === "None" ? missing[name] : label;
}
