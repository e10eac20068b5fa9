import { z } from "zod";
import { cleanCampaignTag, damagedMessage, isDamaged } from "../core/clean-text";

/** A campaign tag as a click with it is stored; empty for none. */
export const channelTag = z
  .string({ error: "must be a string" })
  .refine((value) => !isDamaged(value), damagedMessage)
  .transform((value) => cleanCampaignTag(value) ?? "");

const tags = z.object({ source: channelTag, medium: channelTag, campaign: channelTag });
const isPlace = ({ source, medium }: z.output<typeof tags>) => source !== "" || medium !== "";

/** A place where a link is shared: the tags of its short link. */
export const placeSchema = tags.refine(isPlace, { path: ["source"], message: "or medium is required" });

/** Places of a new link. Leaves out what is no place. */
export const placesSchema = z.array(tags).transform((places) => places.filter(isPlace));
