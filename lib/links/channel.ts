/**
 * The campaign tags of one channel's copy of a short link: docs/api-contract.md, Campaign tags. An
 * empty string means no tag.
 */
export interface Channel {
  source: string;
  medium: string;
  campaign: string;
}

export const noChannel: Channel = { source: "", medium: "", campaign: "" };

export const channelPresets: readonly (Channel & { name: string })[] = [
  { name: "Newsletter", source: "newsletter", medium: "email", campaign: "" },
  { name: "X", source: "x", medium: "social", campaign: "" },
  { name: "LinkedIn", source: "linkedin", medium: "social", campaign: "" },
  { name: "QR poster", source: "qr-poster", medium: "print", campaign: "" },
];

/** The name of a channel: of its preset, else its source or medium. */
export function channelName({ source, medium }: Channel): string {
  if (!source && !medium) return "No channel";
  return (
    channelPresets.find((preset) => preset.source === source && preset.medium === medium)?.name ??
    (source || medium)
  );
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
