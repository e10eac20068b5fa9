import { type Channel, noChannel, uniqueChannels } from "@/lib/links/channel";

/** Where a new link will be shared, as the form holds it. `other` is being typed; its campaign is that of all places. */
export interface Sharing {
  places: Channel[];
  other: Channel;
}

export const noSharing: Sharing = { places: [], other: noChannel };

/** All chosen places. One that is still being typed counts, so that it is not lost. */
export function placesOf({ places, other }: Sharing): Channel[] {
  const typed = other.source.trim() !== "" || other.medium.trim() !== "";
  return uniqueChannels([...places, ...(typed ? [other] : [])].map((place) => ({ ...place, campaign: other.campaign })));
}
