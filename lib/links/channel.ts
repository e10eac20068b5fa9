import { shortUrlOf } from "./link";

/** The tags on one channel's copy of a short link: docs/api-contract.md, Campaign tags. An empty string is no tag. */
export interface Channel {
  source: string;
  medium: string;
  campaign: string;
}

export const noChannel: Channel = { source: "", medium: "", campaign: "" };

/** What links are shared by most, with one spelling for all. */
export const channelPresets: readonly (Channel & { name: string })[] = [
  { name: "Newsletter", source: "newsletter", medium: "email", campaign: "" },
  { name: "X", source: "x", medium: "social", campaign: "" },
  { name: "LinkedIn", source: "linkedin", medium: "social", campaign: "" },
  { name: "QR poster", source: "qr-poster", medium: "print", campaign: "" },
];

/** The parameters of a channel in their order, with what each says. */
export function channelTags({ source, medium, campaign }: Channel): [name: string, value: string][] {
  return Object.entries({ utm_source: source, utm_medium: medium, utm_campaign: campaign })
    .map(([name, value]): [string, string] => [name, value.trim()])
    .filter(([, value]) => value !== "");
}

/** The short link that counts for this channel. */
export function channelUrl(slug: string, baseUrl: string, channel: Channel): string {
  const query = new URLSearchParams(channelTags(channel)).toString();
  return shortUrlOf(slug, baseUrl) + (query && `?${query}`);
}
