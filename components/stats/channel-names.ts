import { type ChannelLabels, type describeChannel, tagsOf } from "@/lib/stats/query/channel-labels";
import type { Texts } from "@/lib/texts/translator";

type LabelTexts = Texts<"stats.labels">;

export type TagFilterName = "utm_source" | "utm_medium" | "utm_campaign";

/** Display name of a UTM value: `None` stands for clicks without this tag. */
export function tagLabel(name: TagFilterName, label: string, labels: LabelTexts): string {
  if (label === "None") return labels(`missing.${name}`);
  return label === "Other" ? labels("words.other") : label;
}

/** Display name of a channel that statistics describe. */
export function channelLabel(
  { kind, name, preset }: ReturnType<typeof describeChannel>,
  labels: LabelTexts,
): string {
  if (preset) return labels(`presets.${preset}`);
  if (kind === "plain") return labels("noChannel");
  return kind === "other" ? labels("otherChannels") : name;
}

/** `newsletter / email`; a missing tag is left out. */
export function channelTags(channel: ChannelLabels): string {
  const { source, medium } = tagsOf(channel);
  return [source, medium].filter(Boolean).join(" / ") || "None";
}
