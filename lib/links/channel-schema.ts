import { z } from "zod";
import { cleanCampaignTag, damagedMessage, isDamaged } from "../core/clean-text";

/** A campaign tag as a click with it is stored; empty for none. */
export const channelTag = z
  .string({ error: "must be a string" })
  .refine((value) => !isDamaged(value), damagedMessage)
  .transform((value) => cleanCampaignTag(value) ?? "");

const tags = z.object({ source: channelTag, medium: channelTag, campaign: channelTag });
const isChannel = ({ source, medium }: z.output<typeof tags>) => source !== "" || medium !== "";

/** A channel where a link is shared: the tags of its short link. */
export const channelSchema = tags.refine(isChannel, {
  path: ["source"],
  message: "or medium is required",
});

/** Channels of a new link. Leaves out what is no channel. */
export const channelsSchema = z.array(tags).transform((channels) => channels.filter(isChannel));
