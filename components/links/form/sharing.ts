import { type Channel, noChannel, uniqueChannels } from "@/lib/links/channel";

/**
 * Where a link will be shared, as the form holds it. `other` is being typed; its campaign is that of
 * all `channels`, which are new.
 */
export interface Sharing {
  channels: Channel[];
  other: Channel;
  /** Of a link that exists: those that it loses. Kept drafts of new links may be without. */
  removed?: Channel[];
}

export const noSharing: Sharing = { channels: [], other: noChannel };

/** What a form changes about the channels of a link; null for nothing. */
export function channelEdit(sharing: Sharing): { add: Channel[]; remove: Channel[] } | null {
  const edit = { add: channelsOf(sharing), remove: sharing.removed ?? [] };
  return edit.add.length + edit.remove.length > 0 ? edit : null;
}

/** All chosen channels. One that is still being typed counts, so that it is not lost. */
export function channelsOf({ channels, other }: Pick<Sharing, "channels" | "other">): Channel[] {
  const typed = other.source.trim() !== "" || other.medium.trim() !== "";
  return uniqueChannels(
    [...channels, ...(typed ? [other] : [])].map((channel) => ({
      ...channel,
      campaign: other.campaign,
    })),
  );
}
