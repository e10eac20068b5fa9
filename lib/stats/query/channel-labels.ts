import { channelName, noChannel } from "../../links/channel";
import { otherLabel } from "./dimensions";

/** A channel as statistics name it: `None` stands for a missing tag. */
export interface ChannelLabels {
  source: string;
  medium: string;
}

/**
 * `plain`: clicks without source and medium; `other`: beyond the cap of labels, which have no
 * short link.
 */
export type ChannelKind = "tagged" | "plain" | "other";

export function describeChannel({ source, medium }: ChannelLabels): {
  kind: ChannelKind;
  name: string;
} {
  if (source === otherLabel && medium === otherLabel)
    return { kind: "other", name: "Other channels" };
  const tags = { ...noChannel, source: tagOf(source), medium: tagOf(medium) };
  return { kind: tags.source || tags.medium ? "tagged" : "plain", name: channelName(tags) };
}

/** Empty for a missing tag. */
export function tagOf(label: string): string {
  return label === "None" ? "" : label;
}
