import { z } from "zod";
import { refusedField, refusedFields, SluglineError } from "../../core/errors";
import { isSlug } from "../../core/slug";
import { mostSlugs, mostTags } from "../../core/tag";
import type { Prisma } from "../../database/generated/client";
import { findTags } from "../../links/find-tags";
import { linkNotFound } from "../../links/outcome";
import { tagFilter } from "../../links/tag-schema";
import { says, sentence } from "../../texts/sentence";
import type { SearchParams } from "./page-query";
import { statsQuerySchema } from "./query";
import type { Scope } from "./scope";

/** The most links whose roll-ups a report adds up. */
export const mostLinks = 250_000;

/** Which links a report is about: those with these tags, those with these slugs, or all. */
const scopeParameters = {
  ...tagFilter,
  slug: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [...new Set(typeof value === "string" ? [value] : value)])
    .refine(
      (slugs) => slugs.length <= mostSlugs,
      says("mustHaveFewerSlugsOrTag", { most: mostSlugs }),
    )
    .meta({
      description: `Only these links, at most ${mostSlugs}. May be repeated, and not be combined with \`tag\`.`,
      anyOf: undefined,
      type: "array",
      items: { type: "string" },
      maxItems: mostSlugs,
    })
    .optional(),
};

/** Query of GET /api/stats/report. */
export const reportQuerySchema = statsQuerySchema
  .safeExtend(scopeParameters)
  .superRefine(({ tag, slug }, context) => {
    if (tag && slug)
      context.addIssue({
        code: "custom",
        path: ["slug"],
        message: says("notWithTag"),
      });
  });

export interface ReportScope {
  tag?: string[] | undefined;
  tagMode?: "any" | "all" | undefined;
  slug?: string[] | undefined;
  /** Known already; those that do not exist any more are left out. */
  linkIds?: readonly number[] | undefined;
}

/**
 * The links that the statistics page is about. Lists are separated by commas, or repeated; tags
 * come before slugs.
 */
export function parseScope(given: SearchParams): ReportScope {
  const listOf = (
    value: string | string[] | undefined,
    separator: RegExp,
    read: (text: string) => string,
  ) => {
    const texts = [value ?? []]
      .flat()
      .flatMap((text) => text.replaceAll("\0", "").split(separator));
    return [...new Set(texts.map(read))].filter(Boolean);
  };
  const tag = listOf(given.tag, /,/, (text) => text.trim()).slice(0, mostTags);
  const slug = listOf(given.slug, /[\s,]+/, slugIn);
  return {
    ...(tag.length > 0
      ? { tag, ...(given.tagMode === "all" ? { tagMode: "all" as const } : {}) }
      : slug.length > 0
        ? { slug }
        : {}),
  };
}

/** What stands beside the links of the statistics page in one chart. */
export interface OtherScope extends ReportScope {
  /** Of all links. */
  campaign?: string | undefined;
  channel?: { source: string; medium: string } | undefined;
}

/**
 * The links with a tag (`with=tag:spring`), a campaign (`with=campaign:spring`), a channel
 * (`with=channel:newsletter/email`, each part encoded as in a URL), or a link by its slug. Null for
 * nothing.
 */
export function parseOther({ with: given }: SearchParams): OtherScope | null {
  const text = ([given ?? ""].flat()[0] ?? "").replaceAll("\0", "").trim();
  const [, kind, rest = ""] = /^(tag|campaign|channel):(.*)$/s.exec(text) ?? [];
  const name = rest.trim();
  if (kind && !name) return null;
  if (kind === "tag") return { tag: [name] };
  if (kind === "campaign") return { campaign: name };
  if (kind === "channel") {
    const [source, medium = "None"] = name.split("/").map(decoded);
    return source ? { channel: { source, medium } } : null;
  }
  const slug = slugIn(text);
  return slug ? { slug: [slug] } : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The slug in a short URL, if it is one. */
function slugIn(text: string): string {
  const path = text.replace(/[?#].*$/, "").replace(/\/+$/, "");
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Throws `not_found` for an unknown tag or slug, and `validation_failed` for too many links. */
export async function findScope(
  reader: Prisma.TransactionClient,
  { tag = [], tagMode = "any", slug = [], linkIds }: ReportScope,
): Promise<Scope> {
  if (linkIds) return { linkIds: await findExisting(reader, linkIds) };
  if (tag.length > 0) return { linkIds: await findTagged(reader, tag, tagMode) };
  if (slug.length > 0) return { linkIds: await findSlugs(reader, slug) };
  return "all";
}

async function findExisting(
  reader: Prisma.TransactionClient,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await reader.$queryRaw<{ id: number }[]>`
    SELECT "id" FROM "Link" WHERE "id" = ANY(${[...ids]}::int[]) ORDER BY "id"`;
  return rows.map(({ id }) => id);
}

async function findTagged(
  reader: Prisma.TransactionClient,
  names: readonly string[],
  mode: "any" | "all",
): Promise<number[]> {
  const found = await findTags(reader, names);
  const tags = new Set(
    found.map((id, index) => {
      if (id === undefined)
        throw new SluglineError("not_found", "tagUnknown", { tag: names[index] ?? "" });
      return id;
    }),
  );
  const rows = await reader.$queryRaw<{ linkId: number }[]>`
    SELECT "linkId" FROM "LinkTag" WHERE "tagId" = ANY(${[...tags]}::int[])
    GROUP BY "linkId" HAVING count(*) >= ${mode === "all" ? tags.size : 1} LIMIT ${mostLinks + 1}`;
  if (rows.length > mostLinks) {
    const problem = sentence("tagTooLarge");
    throw refusedFields([{ path: "tag", code: "not_allowed", sentence: problem }]);
  }
  return rows.map(({ linkId }) => linkId);
}

async function findSlugs(
  reader: Prisma.TransactionClient,
  slugs: readonly string[],
): Promise<number[]> {
  if (slugs.length > mostSlugs) {
    throw refusedField("slug", "slugGivenTooOften", { most: mostSlugs });
  }
  const malformed = slugs.find((slug) => !isSlug(slug));
  if (malformed !== undefined) throw linkNotFound(malformed);
  const links = await reader.link.findMany({
    where: { slug: { in: [...slugs] } },
    select: { id: true, slug: true },
  });
  for (const slug of slugs) if (!links.some((link) => link.slug === slug)) throw linkNotFound(slug);
  return links.map(({ id }) => id);
}
