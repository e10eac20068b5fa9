import { z } from "zod";
import { trimInvisible } from "../core/clean-text";
import { wholeNumber } from "../core/whole-number";
import { says } from "../texts/sentence";
import { notTagFilter, tagFilter } from "./tag-schema";

const plainText = z.string().refine((value) => !value.includes("\0"), says("mustNotHaveNul"));

const part = plainText.overwrite(trimInvisible);

/** The part of a query that selects links by where they are shared and where they lead. */
const sharingFilter = {
  campaign: part
    .meta({
      description:
        "Only links with a channel of this campaign, regardless of case: those that the channels of a link hand out with this `utm_campaign`.",
      examples: ["spring"],
    })
    .optional(),
  channel: part
    .meta({
      description:
        "Only links with a channel of this source or medium, regardless of case. With `campaign` the same channel has both.",
      examples: ["newsletter"],
    })
    .optional(),
  destination: part
    .meta({
      description: "Text that the destination contains, regardless of case.",
      examples: ["shop.example.com"],
    })
    .optional(),
};

/** Query of GET /api/links/<slug>. */
export const linkQuerySchema = z.object({
  fields: z
    .literal("createdBy", { error: says("mustBeCreatedBy") })
    .meta({ description: "Adds to each link who created it.", examples: ["createdBy"] })
    .optional(),
});

/** Query of GET /api/links. */
export const linkListSchema = z.object({
  q: plainText
    .overwrite(trimInvisible)
    .meta({
      description:
        "Text that slug, url or title contains, regardless of case and of its spelling in Unicode. Blanks around it do not count.",
      examples: ["sale"],
    })
    .optional(),
  enabled: z
    .enum(["true", "false"], { error: says("mustBeFlag") })
    .transform((value) => value === "true")
    .meta({
      description: "Only enabled or only disabled links.",
      type: "boolean",
      enum: undefined,
      example: true,
    })
    .optional(),
  limit: wholeNumber(1, "Most links in the answer; values above 200 count as 200. 50 by default.")
    .default(50)
    .transform((value) => Math.min(value, 200)),
  offset: wholeNumber(0, "How many links to skip.").default(0),
  search: plainText
    .overwrite(trimInvisible)
    .meta({
      description:
        "What the dashboard's search finds: the link with this short URL or `/slug`, its own or an alias, and text in slug, alias, url, title or note, in any spelling of addresses and letters.",
      examples: ["https://go.example.com/spring"],
    })
    .optional(),
  url: plainText
    .overwrite(trimInvisible)
    .meta({
      description: "Only links with exactly this destination.",
      examples: ["https://example.com/sale"],
    })
    .optional(),
  state: z
    .enum(
      [
        ...["active", "disabled", "expired", "usedUp", "scheduled", "protected"],
        ...["broken", "moved", "outside"],
      ] as const,
      {
        error: says("mustBeLinkState"),
      },
    )
    .meta({
      description:
        "Only links in this state. `usedUp`: `maxClicks` is reached; `scheduled`: `startsAt` is to come; `protected`: active, with a password; `broken`: the destination is broken, `moved`: it has ended at another domain for a day, and `outside`: an address is at a host that `DESTINATION_HOSTS` does not allow, in any state.",
    })
    .optional(),
  sort: z
    .enum(["createdAt", "clickCount", "lastClickedAt", "slug"], {
      error: says("mustBeLinkSort"),
    })
    .meta({
      description:
        "The order: slugs alphabetically, everything else with the highest or latest first. Default: createdAt.",
    })
    .optional(),
  ...tagFilter,
  ...notTagFilter,
  ...sharingFilter,
  createdBy: plainText
    .min(1, says("mustBeCreator"))
    .meta({
      description:
        "Only links that this person or token created: `me`, an email or a name, or `token:` with the name of a token (of all tokens with that name). A person whose name is `me` or begins with `token:` is found by email.",
      examples: ["me"],
    })
    .optional(),
  ...linkQuerySchema.shape,
  cursor: z
    .string()
    .meta({
      description:
        "`nextCursor` of the page before. An empty one begins a walk through all links; `offset` does not apply.",
    })
    .optional(),
});

export type LinkListQuery = z.output<typeof linkListSchema>;
