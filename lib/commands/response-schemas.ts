import { z } from "zod";
import { type ErrorCode, fieldProblemCodes } from "../core/errors";
import { problems } from "../core/problems";
import { mostAliases, slugPattern } from "../core/slug";
import { longestNote, longestTag, mostTags, tagColors } from "../core/tag";
import { shownExtras, timestamp } from "../links/field-schemas";
import { fieldNames } from "../links/fields";
import { deliveryStates, eventTypes, offReasons, receiverKinds } from "../messages/events";
import { destinationStates } from "../previews/destination-health";
import type { RareName } from "../stats/query/dimensions";

/**
 * What the API answers, exactly. The OpenAPI document and the tests read these;
 * docs/api-contract.md is where they come from.
 */

export const count = z.int().min(0);

/** Exactly the fields of the contract. */
export const linkSchema = z.strictObject({
  id: z.int(),
  slug: z.string().regex(slugPattern),
  url: z.string().min(1).meta({ description: "The destination, exactly as it was given." }),
  shortUrl: z.url().meta({ description: "The full short URL." }),
  title: z.string().min(1).max(500).nullable(),
  enabled: z.boolean(),
  clickCount: count.meta({ description: "All-time clicks, without bot hits." }),
  lastClickedAt: timestamp.nullable(),
  botHitCount: count.meta({ description: "Hits by preview bots; never counted as clicks." }),
  ogFetchFailCount: count.meta({
    description: "Consecutive failed OpenGraph scrapes of the destination.",
  }),
  expiresAt: timestamp
    .nullable()
    .meta({ description: "From then on the short link answers 404; null for never." }),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const creator = z.strictObject({ name: z.string() }).nullable();

/**
 * With what docs/api.md adds to a link that has it, and to the answer to a request that sets it.
 */
export const anyLinkSchema = linkSchema
  .extend({
    tags: z
      .array(z.string())
      .max(mostTags)
      .meta({
        description:
          "Names, in alphabetical order. Left out if the link has neither tags nor a note.",
      })
      .optional(),
    note: z
      .string()
      .min(1)
      .max(longestNote)
      .nullable()
      .meta({ description: "A private note. Left out together with `tags`." })
      .optional(),
    aliases: z
      .array(z.string().regex(slugPattern))
      .max(mostAliases)
      .meta({ description: "Further slugs, in alphabetical order. Left out if the link has none." })
      .optional(),
    ...z.object(shownExtras).partial().shape,
    createdBy: creator
      .meta({
        description: "Who created it, or null if that is not known. Only with `fields=createdBy`.",
      })
      .optional(),
  })
  .meta({ id: "Link" });

export const tagSchema = z
  .strictObject({
    name: z.string().min(1).max(longestTag),
    color: z.enum(tagColors),
    linkCount: count.meta({ description: "Links with this tag." }),
  })
  .meta({ id: "Tag" });

export const receiverSchema = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(receiverKinds),
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    enabled: z.boolean(),
    offReason: z.enum(offReasons).nullable().meta({
      description:
        "Why it is off, if no owner switched it off: it answered 410, the person who answers for it is no longer an owner, or the recipient unsubscribed.",
    }),
    failingSince: timestamp
      .nullable()
      .meta({ description: "Since then messages were given up, and none was accepted." }),
    lastResult: z
      .strictObject({
        at: timestamp,
        state: z.enum(deliveryStates),
        status: z.int().nullable(),
        error: z.string().nullable(),
      })
      .nullable()
      .meta({ description: "Of the latest try." }),
    digest: z
      .strictObject({
        day: z.int().min(1).max(7),
        hour: z.int().min(0).max(23),
        timeZone: z.string(),
      })
      .meta({ description: "When `digest.weekly` is sent. 1 is Monday." }),
    dropped: z.strictObject({ messages: count, at: timestamp }).nullable().meta({
      description:
        "Messages of the last 30 days that were dropped because too many waited, and when the latest was. Null if none was.",
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Receiver" });

export const newReceiverAnswerSchema = receiverSchema
  .extend({
    secret: z
      .string()
      .meta({ description: "Of a webhook: for checking signatures. Nothing returns it again." })
      .optional(),
  })
  .meta({ id: "CreatedReceiver" });

export const deliverySchema = z
  .strictObject({
    id: z.string(),
    messageId: z.string().meta({ description: "The header `webhook-id`." }),
    type: z.string(),
    state: z.enum(deliveryStates),
    attempts: count,
    status: z
      .int()
      .nullable()
      .meta({ description: "Of the last response; null if there was none." }),
    durationMs: count.nullable(),
    response: z.string().nullable().meta({ description: "How the body of the response begins." }),
    error: z.string().nullable(),
    body: z.string().meta({ description: "The message." }),
    createdAt: timestamp,
    triedAt: timestamp.nullable(),
    nextAt: timestamp.nullable().meta({ description: "The next try." }),
  })
  .meta({ id: "Delivery" });

const changedValue = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.string()),
    z.array(z.strictObject({ from: timestamp, url: z.string() })),
    z.record(z.string(), z.string()),
  ])
  .nullable();
export const linkHistorySchema = z
  .strictObject({
    createdBy: creator.meta({
      description: "The person or API token that created the link, or null if that is not known.",
    }),
    changes: z.array(
      z.strictObject({
        at: timestamp,
        by: z
          .string()
          .nullable()
          .meta({ description: "The owner or API token; null if it is not known." }),
        field: z
          .enum(fieldNames)
          .meta({ description: "Of `password`, only whether there was one is kept." }),
        from: changedValue,
        to: changedValue,
      }),
    ),
  })
  .meta({ id: "LinkHistory" });

export const linkAliasesSchema = z
  .strictObject({
    aliases: z
      .array(
        z.strictObject({
          slug: z.string().regex(slugPattern),
          shortUrl: z.url(),
          clickCount: count.meta({
            description: "Clicks by this alias, which are among those of the link.",
          }),
          lastClickedAt: timestamp.nullable(),
          createdAt: timestamp,
        }),
      )
      .max(mostAliases)
      .meta({ description: "In alphabetical order." }),
  })
  .meta({ id: "LinkAliases" });

export const linkListSchema = z.strictObject({
  links: z.array(linkSchema).max(200),
  total: count.meta({ description: "All matches, not only those of this answer." }),
  limit: z.int().min(1).max(200),
  offset: count,
});

/** With what the parameters of docs/api.md add. */
export const anyLinkListSchema = linkListSchema
  .extend({
    links: z.array(anyLinkSchema).max(200),
    nextCursor: z
      .string()
      .nullable()
      .meta({
        description: "With `url`, `state`, `tag`, `sort` or `cursor`; null on the last page.",
      })
      .optional(),
  })
  .meta({ id: "LinkList" });

export const linkHealthSchema = z
  .strictObject({
    state: z.enum(destinationStates).meta({
      description:
        "`refusing`: it turns programs away (401, 403, 429 ...). `failing`: the last check failed. `broken`: so did one a day before. `moved`: it works, but has ended at another domain in every check of a day. `unknown`: this server may not go there, or its own network failed.",
    }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "What the last check got, unless the destination is reachable." }),
    checkedAt: timestamp.nullable(),
    brokenSince: timestamp
      .nullable()
      .meta({ description: "The first of the checks that failed in a row." }),
    moved: z
      .strictObject({ from: z.string(), to: z.string(), since: timestamp })
      .meta({
        description:
          "The hosts where the destination ended at first, and where it ends since then. Only if it is `moved`.",
      })
      .optional(),
    hint: z
      .enum(["forSale", "notFound"])
      .meta({
        description:
          "What the title of the page says, although it answers with success. It changes no state.",
      })
      .optional(),
    destinations: z
      .array(
        z.strictObject({
          destination: z.string().meta({ description: "For whom: see `destination` of a click." }),
          state: z.enum(destinationStates),
          reason: z.string().nullable(),
          checkedAt: timestamp.nullable(),
          brokenSince: timestamp.nullable(),
        }),
      )
      .meta({ description: "The same of the addresses of rules. Left out if it has none." })
      .optional(),
  })
  .meta({ id: "LinkHealth" });

export const missedLinksSchema = z
  .strictObject({
    missedLinks: z
      .array(
        z.strictObject({
          slug: z.string().regex(slugPattern),
          count: z.int().min(1),
          lastSeenAt: timestamp,
        }),
      )
      .max(100)
      .meta({ description: "Most asked for first." }),
    more: z.int().min(0).meta({ description: "How many further ones are not listed." }),
  })
  .meta({ id: "MissedLinks" });

export const ignoredSlugSchema = z
  .strictObject({ slug: z.string().regex(slugPattern), ignored: z.boolean() })
  .meta({ id: "IgnoredSlug" });

export const clickRecordSchema = z
  .strictObject({
    createdAt: timestamp,
    referrer: z.string(),
    country: z.string().nullable(),
    region: z.string().nullable(),
    city: z.string().nullable(),
    device: z.enum([
      "Desktop",
      "Mobile",
      "Tablet",
      "TV",
      "Console",
      "Wearable",
      "Embedded",
      "Unknown",
    ]),
    browser: z.string(),
    os: z.string(),
    locale: z.string().nullable(),
    utmSource: z.string().nullable(),
    utmMedium: z.string().nullable(),
    utmCampaign: z.string().nullable(),
  })
  .meta({ id: "ClickRecord" });

const rareLabels = {
  destination: z
    .string()
    .meta({
      description:
        "To which address of the link it led: `ios`, `android`, a country code, a language tag, or since when the schedule says it. Left out of a click to `url`.",
    })
    .optional(),
  domain: z
    .string()
    .meta({ description: "The further host by which it came. Left out of every other click." })
    .optional(),
} satisfies Record<RareName, z.ZodType>;
export const exportedClickSchema = clickRecordSchema
  .extend({
    ...rareLabels,
    cursor: z.string().meta({ description: "Continues the export behind this click." }),
  })
  .meta({ id: "ExportedClick" });

export const problemSchema = z
  .strictObject({
    type: z.string().regex(/^urn:slugline:problem:[a-z_]+$/),
    title: z.string().min(1),
    status: z.int().min(400).max(599),
    detail: z.string().min(1).meta({ description: "What is wrong and what to do." }),
    code: z.enum(Object.keys(problems) as [ErrorCode, ...ErrorCode[]]),
    errors: z
      .array(
        z.strictObject({
          path: z.string(),
          code: z.enum(fieldProblemCodes),
          message: z.string().min(1),
        }),
      )
      .meta({
        description:
          "All problems at once. `path` is a body key or query parameter; empty for the whole body.",
      }),
    requestId: z.string().min(1).meta({ description: "The same as the header `X-Request-Id`." }),
    error: z
      .string()
      .min(1)
      .meta({ description: "The same sentence as `detail`, for simple scripts." }),
  })
  .meta({ id: "Problem" });

/** Of a part of a response, which has no `requestId`. */
const rowProblemSchema = problemSchema.omit({ requestId: true }).meta({ id: "RowProblem" });

/** A row of a bulk request. */
const bulkResultSchema = z
  .union([
    z.strictObject({
      status: z.int(),
      link: anyLinkSchema.nullable().meta({ description: "Null if it was deleted." }),
    }),
    z.strictObject({
      status: z.int(),
      error: rowProblemSchema,
    }),
  ])
  .meta({ id: "BulkResult" });

export const bulkReportSchema = z
  .strictObject({
    results: z.array(bulkResultSchema).meta({ description: "In the order of the rows." }),
  })
  .meta({ id: "BulkReport" });

export const replacementReportSchema = z
  .strictObject({
    changed: count.meta({ description: "How many links were changed, or would be." }),
    results: z
      .array(
        z.strictObject({
          status: z.int().meta({ description: "200, or that of the problem." }),
          slug: z.string(),
          changes: z.array(
            z.strictObject({
              field: z.string().meta({
                description:
                  "`url`, `ios`, `android`, or another rule with what it is for, such as `geo.DE`.",
              }),
              from: z.string(),
              to: z.string(),
            }),
          ),
          error: rowProblemSchema.optional(),
        }),
      )
      .meta({
        description:
          "By link; those without what was looked for are left out. Unknown slugs come last.",
      }),
  })
  .meta({ id: "ReplacementReport" });

export const importReportSchema = z
  .strictObject({
    source: z.string(),
    format: z.enum(["csv", "json", "sql", "html"]),
    encoding: z.string().meta({ description: "What the file was read as." }),
    separator: z.string().meta({ description: "Between the values of a CSV file." }).optional(),
    unusedColumns: z
      .array(z.string())
      .meta({ description: "Columns of the file that nothing is imported from." }),
    dryRun: z.boolean(),
    importId: z
      .uuid()
      .nullable()
      .meta({ description: "For `undo`, within an hour; null for a dry run." }),
    results: z.array(
      z.strictObject({
        row: z.int().min(1),
        status: z.enum(["created", "skipped", "refused"]),
        slug: z.string(),
        message: z
          .string()
          .meta({
            description:
              "Why the row was not imported, or not as it was: its link is disabled, or values are missing.",
          })
          .optional(),
        suggestion: z
          .string()
          .meta({ description: "A free slug that is possible here." })
          .optional(),
      }),
    ),
    rows: count,
    created: count,
    skipped: count,
    refused: count,
    disabled: count
      .meta({
        description:
          "Of the created links, those that are disabled because their password or their last clicks are gone. Left out if none is.",
      })
      .optional(),
    error: z
      .string()
      .meta({ description: "Why the import ended early. The links of `results` remain." })
      .optional(),
  })
  .meta({ id: "ImportReport" });

export const undoReportSchema = z
  .strictObject({ deleted: count, kept: count, keptSlugs: z.array(z.string()).max(100) })
  .meta({ id: "UndoReport" });

const visitor = z.uuid().meta({
  description: "Stands for one visitor of this link on this day.",
});

export const setAsideClicksSchema = z
  .strictObject({
    visitor,
    date: z.iso.date().meta({ description: "The UTC day." }),
    clicks: count.meta({ description: "Excluded from all statistics." }),
    setAsideAt: timestamp,
    undoUntil: timestamp.nullable().meta({ description: "Null if it cannot be undone any more." }),
    state: z.enum(["set aside", "leaving", "returning"]).meta({
      description:
        "`leaving`: some clicks are still counted. `returning`: it was undone, and the clicks are on their way back.",
    }),
  })
  .meta({ id: "SetAsideClicks" });

export const setAsideReportSchema = z
  .strictObject({
    found: z
      .array(
        z.strictObject({
          visitor,
          date: z.iso.date().meta({ description: "The UTC day." }),
          hours: z
            .array(timestamp)
            .meta({ description: "The starts of the hours in which it stands out." }),
          since: timestamp,
          until: timestamp.meta({ description: "The hours lie between `since` and this." }),
          clicks: count.meta({ description: "Of this visitor, in these hours." }),
          of: count.meta({ description: "Of all visitors, in these hours." }),
        }),
      )
      .meta({ description: "Visitors who stand out. The latest day first." }),
    setAside: z.array(setAsideClicksSchema).meta({ description: "The latest day first." }),
  })
  .meta({ id: "SetAsideReport" });
