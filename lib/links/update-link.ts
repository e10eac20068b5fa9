import { env } from "../config/env";
import { isSluglineError } from "../core/errors";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import { isMissingRow, isUniqueViolation } from "../database/database-errors";
import type { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { type AliasPlan, applyAliases, planAliases, removeAliases } from "./aliases";
import type { Editor } from "./editor";
import { getLink } from "./get-link";
import { givenOf, type Hashed } from "./given-fields";
import { answerTo, type Link, linkInclude, toLink } from "./link";
import { contradictionIn, linkNotFound, slugTaken } from "./link-errors";
import { type Expectation, requireExpected, requireVersion } from "./link-version";
import { announceDestination } from "./new-destination";
import type { LinkChanges } from "./schema";
import { lockSlugs } from "./slug-names";
import { replaceTags } from "./tag-links";

interface UpdateOptions {
  isExpected?: Expectation | undefined;
  /** Who makes the change, for the link's history. */
  by?: Editor;
}

/**
 * Empty `changes` return the link unchanged, including `updatedAt`. Throws `not_found`, `slug_taken` if the new slug is in
 * use, and `precondition_failed` if the link is not as expected. A link that gets the slug of one of its aliases loses that alias.
 */
export async function updateLink(slug: string, changes: Hashed<LinkChanges>, now: Date, { isExpected, by }: UpdateOptions = {}): Promise<Link> {
  const { keepOldSlug, ...named } = changes;
  const { tags, aliases, ...fields } = named;
  if (Object.values(named).every((value) => value === undefined)) {
    const link = await getLink(slug);
    if (isExpected) requireExpected(link, isExpected);
    return answerTo(changes, link);
  }
  if (!isSlug(slug)) throw linkNotFound(slug);
  const data: Prisma.LinkUpdateInput = { ...givenOf(fields), updatedAt: now, editedBy: by ?? null };
  const changesSlugs = await namesOthers(slug, changes);
  const changesDates = Boolean(fields.startsAt ?? fields.expiresAt);
  const update = async (writer: Writer) => {
    if (changesSlugs) await lockSlugs(writer);
    if (isExpected) await requireVersion(writer, slug, isExpected);
    const plan = changesSlugs ? await prepareSlugs(slug, changes, writer) : null;
    const row = await writer.link.update({ where: { slug }, data, include: linkInclude });
    if (changesDates) requireAgreement(row);
    if (tags) await replaceTags(new Map([[row.id, tags]]), { now, by }, writer);
    if (plan) await applyAliases([plan], { now, by }, writer);
    return tags || plan ? writer.link.findUniqueOrThrow({ where: { id: row.id }, include: linkInclude }) : row;
  };
  try {
    const row = isExpected || tags || changesSlugs || changesDates ? await inTransaction(update) : await update(database());
    if (changes.url !== undefined) announceDestination({ linkId: row.id, url: row.url });
    return answerTo(changes, toLink(row, env().BASE_URL));
  } catch (error) {
    if (isMissingRow(error)) throw linkNotFound(slug);
    if (isUniqueViolation(error)) throw slugTaken(changes.slug ?? slug);
    throw error;
  }
}

function requireAgreement(dates: Parameters<typeof contradictionIn>[0]): void {
  const contradiction = contradictionIn(dates);
  if (contradiction) throw contradiction;
}

/** Whether the slugs of a link change. Clients that send it back as they read it must not lock all slugs, nor the link against clicks. */
async function namesOthers(slug: string, { slug: newSlug = slug, aliases }: LinkChanges): Promise<boolean> {
  if (newSlug !== slug) return true;
  if (aliases === undefined) return false;
  const has = await database().alias.findMany({ where: { link: { slug } }, select: { slug: true } });
  return has.length !== aliases.length || has.some((alias) => !aliases.includes(alias.slug));
}

/** Frees the slug that a link gets, if it is one of its aliases. Throws `slug_taken`. */
async function prepareSlugs(slug: string, { slug: newSlug, aliases, keepOldSlug = false }: LinkChanges, writer: Writer): Promise<AliasPlan> {
  // A new slug locks the link against clicks. They lock it before its aliases, so this comes before these, too.
  await writer.$executeRaw`SELECT FROM "Link" WHERE "slug" = ${slug} FOR UPDATE`;
  const [plan] = await planAliases([{ slug, newSlug, aliases: aliases ?? null, keepsOldSlug: keepOldSlug }], writer);
  if (!plan) throw linkNotFound(slug);
  if (isSluglineError(plan)) throw plan;
  await removeAliases([plan], writer);
  return plan;
}
