import { env } from "../config/env";
import { generateSlug } from "../core/slug";
import { database } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import type { Writer } from "../database/in-transaction";
import { type Channel, uniqueChannels } from "./channel";
import { type Link, linkInclude, toLink } from "./link";
import { slugTaken } from "./link-errors";
import { mostPlaces, tooManyPlaces } from "./link-places";
import { announceDestination } from "./new-destination";
import type { NewLink } from "./schema";

/**
 * Creates a link, with the places where it will be shared. Throws `slug_taken`, and `validation_failed` for too many places.
 * The unique index decides, so two requests for one slug cannot both succeed. Taken generated slugs are replaced.
 */
export async function createLink(
  { places = [], ...wanted }: NewLink & { places?: readonly Channel[] },
  now: Date,
  { drawSlug = generateSlug, writer }: { drawSlug?: () => string; writer?: Writer | undefined } = {},
): Promise<Link> {
  const unique = uniqueChannels(places);
  if (unique.length > mostPlaces) throw tooManyPlaces();
  for (;;) {
    const slug = wanted.slug ?? drawSlug();
    try {
      const row = await (writer ?? database()).link.create({
        data: {
          ...wanted,
          slug,
          createdAt: now,
          updatedAt: now,
          counter: { create: {} },
          places: { create: unique.map((place) => ({ ...place, createdAt: now })) },
        },
        include: linkInclude,
      });
      announceDestination({ linkId: row.id, url: row.url });
      return toLink(row, env().BASE_URL);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      if (wanted.slug !== undefined) throw slugTaken(slug);
      // Postgres has aborted the transaction. `inTransaction` repeats it.
      if (writer) throw error;
    }
  }
}
