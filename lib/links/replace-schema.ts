import { z } from "zod";
import { trimInvisible } from "../core/clean-text";
import { maxBytes } from "../core/destination";
import { parseHost, type Replacement, replaceScopes } from "../core/replace-in-address";
import { says } from "../texts/sentence";
import { slugSchema } from "./field-schemas";
import { mostBulkRows } from "./schema";

const text = z
  .string({
    error: (issue) => (issue.input === undefined ? says("isRequired") : says("mustBeText")),
  })
  .max(maxBytes, says("mustBeShorter", { most: maxBytes }))
  .refine((value) => !value.includes("\0"), says("mustNotHaveNul"));

const fields = {
  find: text.min(1, says("mustNotBeEmpty")).meta({
    description:
      "With the scope `host`, a host as `old.example` or `old.example:8080`, which only addresses with this very host and port have; else text that addresses contain, in this letter case.",
    examples: ["old.example"],
  }),
  replace: text.meta({
    description: "What takes its place: with the scope `host`, a host with or without a port.",
    examples: ["new.example"],
  }),
  scope: z
    .enum(replaceScopes, { error: says("mustBeHostOrText") })
    .meta({ description: "What `find` is.", example: "host" }),
};

const notAHost = says("mustBeHost");

function refuseNonsense(given: Replacement, context: z.RefinementCtx): void {
  const refuse = (path: keyof Replacement, message: string) =>
    context.addIssue({ code: "custom", path: [path], message, params: { code: "not_allowed" } });
  if (given.scope === "host") {
    if (!parseHost(given.find)) refuse("find", notAHost);
    if (!parseHost(given.replace)) refuse("replace", notAHost);
  }
  if (given.find === given.replace) refuse("replace", says("mustDiffer"));
}

/** What to replace by what. */
export const replacementSchema = z.object(fields).overwrite(trimHosts).superRefine(refuseNonsense);

/** Blanks around a host do not count. */
function trimHosts<T extends Replacement>(given: T): T {
  return given.scope === "host"
    ? { ...given, find: trimInvisible(given.find), replace: trimInvisible(given.replace) }
    : given;
}

/** Which links a request is about, in one of three ways. */
export interface ChosenLinks {
  slugs?: string[] | undefined;
  tag?: string | undefined;
  q?: string | undefined;
}

/** Body of POST /api/links/replace. */
export const replaceRequestSchema = z
  .object({
    ...fields,
    slugs: z
      .array(slugSchema, { error: says("mustBeArray") })
      .min(1, says("mustNotBeEmpty"))
      .max(mostBulkRows, says("mustHaveFewerSlugs", { most: mostBulkRows.toLocaleString("en") }))
      .meta({ description: "The links with these slugs.", example: ["spring-sale"] })
      .optional(),
    tag: text.meta({ description: "The links with this tag.", examples: ["spring"] }).optional(),
    q: text
      .overwrite(trimInvisible)
      .min(1, says("mustNotBeEmpty"))
      .meta({
        description: "The links whose slug, url or title contains this text, regardless of case.",
        examples: ["old.example"],
      })
      .optional(),
    dryRun: z
      .boolean({ error: says("mustBeFlag") })
      .meta({ description: "Only say what would change.", examples: [true] })
      .default(false),
  })
  .overwrite(trimHosts)
  .superRefine(refuseNonsense)
  .superRefine(({ slugs, tag, q }, context) => {
    const given = Object.entries({ slugs, tag, q }).filter(([, value]) => value !== undefined);
    if (given.length === 1) return;
    context.addIssue({
      code: "custom",
      path: [given[1]?.[0] ?? "slugs"],
      message: says("mustSelectLinks"),
      params: { code: given.length === 0 ? "required" : "not_allowed" },
    });
  })
  .meta({ oneOf: ["slugs", "tag", "q"].map((name) => ({ required: [name] })) });
