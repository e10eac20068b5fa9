import { env } from "../config/env";
import { generateSlug } from "../core/slug";
import { database } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import { inTransaction, type Writer } from "../database/in-transaction";
import { addAliases } from "./aliases";
import { type Channel, uniqueChannels } from "./channel";
import { givenOf, type Hashed } from "./given-fields";
import { answerTo, type Link, linkInclude, toLink } from "./link";
import { slugTaken } from "./link-errors";
import { mostPlaces, tooManyPlaces } from "./link-places";
import { announceDestination } from "./new-destination";
import type { NewLink } from "./schema";
import { findTaken, lockSlugs, needsSlugLock } from "./slug-names";
import { tagNewLinks } from "./tag-links";

type WantedLink = Hashed<NewLink> & { places?: readonly Channel[] };

interface CreateOptions {
  drawSlug?: () => string;
  writer?: Writer | undefined;
}

/**
 * Creates a link, with its tags, its aliases and the places where it will be shared. Throws `slug_taken`, and `validation_failed` for too
 * many places. The unique index decides, so two requests for one slug cannot both succeed. Taken generated slugs are replaced.
 */
export async function createLink(wanted: WantedLink, now: Date, options: CreateOptions = {}): Promise<Link> {
  if ((!wanted.tags?.length && !needsSlugLock([wanted])) || options.writer) return create(wanted, now, options);
  return inTransaction((writer) => create(wanted, now, { ...options, writer }));
}

async function create(wanted: WantedLink, now: Date, { drawSlug = generateSlug, writer }: CreateOptions): Promise<Link> {
  for (;;) {
    const slug = await pickSlug(wanted, drawSlug, writer);
    try {
      return answerTo(wanted, await insert({ ...wanted, slug }, now, writer ?? database()));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      if (wanted.slug !== undefined) throw slugTaken(slug);
      // Postgres has aborted the transaction. `inTransaction` repeats it.
      if (writer) throw error;
    }
  }
}

/** The slug of the link. Where a unique index cannot decide it, one that is free until the transaction ends. */
async function pickSlug(wanted: WantedLink, drawSlug: () => string, writer: Writer | undefined): Promise<string> {
  for (;;) {
    const slug = wanted.slug ?? drawSlug();
    if (!writer || !needsSlugLock([wanted])) return slug;
    await lockSlugs(writer);
    const [taken] = await findTaken([{ slug, aliases: wanted.aliases }], writer);
    if (!taken) return slug;
    if (taken !== slug || wanted.slug !== undefined) throw slugTaken(taken);
  }
}

async function insert(
  { places = [], tags = [], note = null, aliases = [], ...given }: WantedLink & { slug: string },
  now: Date,
  writer: Writer,
): Promise<Link> {
  const fields = givenOf(given);
  const unique = uniqueChannels(places);
  if (unique.length > mostPlaces) throw tooManyPlaces();
  const row = await writer.link.create({
    data: {
      ...fields,
      note,
      createdAt: now,
      updatedAt: now,
      counter: { create: {} },
      places: { create: unique.map((place) => ({ ...place, createdAt: now })) },
    },
    include: linkInclude,
  });
  announceDestination({ linkId: row.id, url: row.url });
  if (tags.length === 0 && aliases.length === 0) return toLink(row, env().BASE_URL);
  await tagNewLinks([{ id: row.id, tags }], now, writer);
  await addAliases([{ id: row.id, aliases }], now, writer);
  return toLink(await writer.link.findUniqueOrThrow({ where: { id: row.id }, include: linkInclude }), env().BASE_URL);
}
