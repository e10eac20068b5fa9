import type { TextName } from "../texts/translator";

/**
 * The campaign tags of one channel's copy of a short link: docs/api-contract.md, Campaign tags. An
 * empty string means no tag.
 */
export interface Channel {
  source: string;
  medium: string;
  campaign: string;
}

type Tagged = Pick<Channel, "source" | "medium">;

/** Whether people scan it rather than press it. */
export const isPrinted = ({ medium }: Pick<Channel, "medium">) => medium.toLowerCase() === "print";

export const noChannel: Channel = { source: "", medium: "", campaign: "" };

export type PresetKey = Exclude<TextName<"links.channels">, "none">;

interface Preset extends Channel {
  name: string;
  /** In the texts; null for a name that is the same in every language. */
  key: PresetKey | null;
}

export const channelPresets: readonly Preset[] = [
  { ...noChannel, key: "newsletter", name: "Newsletter", source: "newsletter", medium: "email" },
  { ...noChannel, key: null, name: "X", source: "x", medium: "social" },
  { ...noChannel, key: null, name: "LinkedIn", source: "linkedin", medium: "social" },
  { ...noChannel, key: "qrPoster", name: "QR poster", source: "qr-poster", medium: "print" },
];

export function presetOf({ source, medium }: Tagged): Preset | undefined {
  return channelPresets.find((preset) => preset.source === source && preset.medium === medium);
}

/** The name of a source without its medium: of the channel that has it, else as it was sent. */
export function sourceName(source: string, t: (key: PresetKey) => string): string {
  const preset = channelPresets.find((each) => each.source === source);
  return preset?.key ? t(preset.key) : (preset?.name ?? source);
}

/** The English name of a channel: of its preset, else its source or medium. */
export function channelName({ source, medium }: Tagged): string {
  return presetOf({ source, medium })?.name ?? (source || medium || "No channel");
}

export function channelTags({
  source,
  medium,
  campaign,
}: Channel): [name: string, value: string][] {
  return Object.entries({ utm_source: source, utm_medium: medium, utm_campaign: campaign })
    .map(([name, value]): [string, string] => [name, value.trim()])
    .filter(([, value]) => value !== "");
}

/** `shortUrl`: at the host where the link is shared. */
export function channelUrl(shortUrl: string, channel: Channel): string {
  const query = new URLSearchParams(channelTags(channel)).toString();
  return shortUrl + (query && `?${query}`);
}

/** As many channels of several links are offered at once. */
export const mostPlaces = 200;

/** Each once, trimmed. */
export function uniqueChannels(channels: readonly Channel[]): Channel[] {
  const trimmed = channels.map(({ source, medium, campaign }) => ({
    source: source.trim(),
    medium: medium.trim(),
    campaign: campaign.trim(),
  }));
  return [
    ...new Map(trimmed.map((channel) => [JSON.stringify(channelTags(channel)), channel])).values(),
  ];
}
