import { channelName, noChannel, type PresetKey, presetOf } from "../../links/channel";
import { otherLabel } from "./dimensions";

/** A channel as statistics name it: `None` stands for a missing tag. */
export interface ChannelLabels {
  source: string;
  medium: string;
  /** The tags whose label would mean both, as in `toggledNamed`: the text, or empty for none. */
  exact?: { source?: string; medium?: string };
}

type Tag = "source" | "medium";

/** `sent`: the tags that visitors sent as a name of ours. */
export type SentChannel = Pick<ChannelLabels, Tag> & { sent?: readonly Tag[] };

/** Each channel in turn as it is told apart from the others. */
export function exactChannels<C extends SentChannel>(
  channels: readonly C[],
): (Omit<C, "sent"> & Pick<ChannelLabels, "exact">)[] {
  const isSent = ({ sent = [] }: SentChannel, tag: Tag) => sent.includes(tag);
  const ambiguous = (["source", "medium"] as const).filter((tag) =>
    channels.some((each) => isSent(each, tag) && each[tag] === "None"),
  );
  return channels.map(({ sent, ...channel }) => {
    const exact = Object.fromEntries([
      ...(sent ?? []).map((tag) => [tag, channel[tag]]),
      ...ambiguous
        .filter((tag) => channel[tag] === "None" && !sent?.includes(tag))
        .map((tag) => [tag, ""]),
    ]);
    return { ...channel, ...(Object.keys(exact).length > 0 ? { exact } : {}) };
  });
}

/**
 * `plain`: clicks without source and medium; `other`: beyond the cap of labels, which have no
 * short link.
 */
export type ChannelKind = "tagged" | "plain" | "other";

export function describeChannel(channel: ChannelLabels): {
  kind: ChannelKind;
  name: string;
  /** In the texts, where it is one of ours. */
  preset: PresetKey | null;
} {
  const { source, medium, exact } = channel;
  if (source === otherLabel && medium === otherLabel && !exact)
    return { kind: "other", name: "Other channels", preset: null };
  const tags = { ...noChannel, ...tagsOf(channel) };
  const kind = tags.source || tags.medium ? "tagged" : "plain";
  return { kind, name: channelName(tags), preset: presetOf(tags)?.key ?? null };
}

/** Empty for a missing tag. */
export function tagsOf({ source, medium, exact }: ChannelLabels): Record<Tag, string> {
  const tagOf = (label: string) => (label === "None" ? "" : label);
  return { source: exact?.source ?? tagOf(source), medium: exact?.medium ?? tagOf(medium) };
}
