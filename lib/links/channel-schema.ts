import { z } from "zod";
import { cleanCampaignTag, isDamaged } from "../core/clean-text";
import { says } from "../texts/sentence";

/** A campaign tag as a click with it is stored; empty for none. */
export const channelTag = z
  .string({ error: says("mustBeText") })
  .refine((value) => !isDamaged(value), says("mustNotBeDamaged"))
  .transform((value) => cleanCampaignTag(value) ?? "");

/** More than a link can have. */
const mostGiven = 100;

const tags = z.object({ source: channelTag, medium: channelTag, campaign: channelTag });
const isChannel = ({ source, medium }: z.output<typeof tags>) => source !== "" || medium !== "";

/** A channel where a link is shared: the tags of its short link. */
export const channelSchema = tags.refine(isChannel, {
  path: ["source"],
  message: says("sourceOrMediumRequired"),
});

/** Channels of a new link. Leaves out what is no channel. */
export const channelsSchema = z.array(tags).transform((channels) => channels.filter(isChannel));

/**
 * Channels to add to links and to remove from them. One to remove without `campaign` is meant
 * whatever its campaign.
 */
export const channelEditSchema = z.object({
  add: z.array(channelSchema).max(mostGiven),
  remove: z
    .array(
      tags
        .extend({ campaign: channelTag.optional() })
        .refine(({ source, medium }) => source !== "" || medium !== ""),
    )
    .max(mostGiven),
});
export type ChannelEdit = z.output<typeof channelEditSchema>;
