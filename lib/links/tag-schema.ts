import { z } from "zod";
import { isDamaged } from "../core/clean-text";
import {
  cleanTag,
  findTagProblem,
  longestNote,
  longestTag,
  mostTags,
  tagColors,
  uniqueTags,
} from "../core/tag";
import { asText, says } from "../texts/sentence";

const name = z
  .string({
    error: (issue) => (issue.input === undefined ? says("isRequired") : says("mustBeText")),
  })
  .overwrite(cleanTag)
  .superRefine((value, context) => {
    const found = findTagProblem(value);
    if (found)
      context.addIssue({
        code: "custom",
        message: asText(found.sentence),
        params: { code: found.code },
      });
  })
  .meta({
    description: `The name of a tag: 1 to ${longestTag} characters without commas and vertical bars, and no . or .. alone or between slashes. White space is collapsed. Names that differ in case alone are the same tag.`,
    pattern: "^[^,|]+$",
    examples: ["spring"],
  });

const color = z
  .enum(tagColors, { error: says("mustBeOneOf", { values: tagColors.join(", ") }) })
  .meta({ description: "By default one that the fewest tags have.", examples: ["teal"] });

const tooMany = () => ({
  message: says("mustHaveFewerEntries", { most: mostTags }),
  params: { code: "too_long" },
});
/** Repetitions included. Bounds the work and the answer: each invalid name is a problem. */
const mostGiven = 100;

/** The tags of a link. Each counts once. */
export const tagNames = z
  .preprocess(
    (given, context) => {
      if (Array.isArray(given) && given.length > mostGiven)
        context.addIssue({ code: "custom", ...tooMany() });
      return given;
    },
    z
      .array(name, { error: says("mustBeArray") })
      .transform(uniqueTags)
      .refine((names) => names.length <= mostTags, tooMany()),
  )
  .meta({
    description: `At most ${mostTags} names, which replace the tags of the link. Tags that do not exist are created.`,
    example: ["spring"],
  });

/** Line breaks are kept, as \n. */
export const note = z
  .string({ error: says("mustBeText") })
  .overwrite((value) => value.replace(/\r\n?/g, "\n").trim())
  .superRefine((value, context) => {
    const problem = (code: string, message: string) =>
      context.addIssue({ code: "custom", message, params: { code } });
    if ([...value].length > longestNote)
      problem("too_long", says("mustBeShorter", { most: longestNote.toLocaleString("en") }));
    if (isDamaged(value)) problem("invalid_format", says("mustNotBeDamaged"));
  })
  .transform((value) => value || null)
  .nullable()
  .meta({
    description: `A private note of at most ${longestNote.toLocaleString("en")} characters, which no visitor sees. Empty means null.`,
    maxLength: longestNote,
    example: "Printed on the posters in Utrecht",
  });

/** Body of POST /api/tags. */
export const newTagSchema = z.object({ name, color: color.optional() });

/** Body of PATCH /api/tags/<name>. The name of another tag merges this one into it. */
export const tagChangesSchema = z
  .object({ name, color: color.meta({ description: "Its new color." }) })
  .partial();

/**
 * Tags to add to links and to remove from them. `isUndo`: creates no tags, so that those renamed or
 * deleted since stay gone. `undoes`: when what it undoes was changed; links whose tags were changed
 * later are refused.
 */
export const tagEditSchema = z
  .object({
    add: tagNames,
    remove: tagNames,
    isUndo: z.boolean().optional(),
    undoes: z.iso.datetime().optional(),
  })
  .refine(
    ({ add, remove }) => uniqueTags([...add, ...remove]).length === add.length + remove.length,
    {
      path: ["remove"],
      message: says("mustNotAddAndRemove"),
    },
  );
export type TagEdit = z.output<typeof tagEditSchema>;

const namesAsked = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat())
  .pipe(
    z
      .array(z.string().refine((text) => !text.includes("\0"), says("mustNotHaveNul")))
      .max(mostTags, says("mustBeGivenLess", { most: mostTags })),
  );

/** The part of a query that selects links by tag. */
export const tagFilter = {
  tag: namesAsked
    .meta({
      description: "Only links with this tag. May be repeated.",
      anyOf: undefined,
      type: "array",
      items: { type: "string" },
      maxItems: mostTags,
    })
    .optional(),
  tagMode: z
    .enum(["any", "all"], { error: says("mustBeAnyOrAll") })
    .meta({
      description: "Whether a link needs `any` of several tags (the default) or `all` of them.",
    })
    .optional(),
};

/**
 * The part of a list's query that leaves links out by tag. Not `tag=-name`, because a tag may be
 * called that.
 */
export const notTagFilter = {
  notTag: namesAsked
    .meta({
      description: "Only links without this tag. May be repeated: only links with none of them.",
      anyOf: undefined,
      type: "array",
      items: { type: "string" },
      maxItems: mostTags,
    })
    .optional(),
};
