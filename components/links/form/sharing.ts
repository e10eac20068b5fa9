import { type Channel, noChannel, uniqueChannels } from "@/lib/links/channel";

/**
 * Where a new link will be shared, as the form holds it. `other` is being typed; its campaign is
 * that of all channels.
 */
export interface Sharing {
  channels: Channel[];
  other: Channel;
}

export const noSharing: Sharing = { channels: [], other: noChannel };

/** All chosen channels. One that is still being typed counts, so that it is not lost. */
export function channelsOf({ channels, other }: Sharing): Channel[] {
  const typed = other.source.trim() !== "" || other.medium.trim() !== "";
  return uniqueChannels(
    [...channels, ...(typed ? [other] : [])].map((channel) => ({
      ...channel,
      campaign: other.campaign,
    })),
  );
}
