import { env } from "../config/env";
import { generateSlug } from "../core/slug";
import { database } from "../database/client";
import { isUniqueViolation } from "../database/database-errors";
import type { Channel } from "./channel";
import { type Link, linkInclude, toLink } from "./link";
import { slugTaken } from "./link-errors";
import { uniquePlaces } from "./link-places";
import { announceDestination } from "./new-destination";
import type { NewLink } from "./schema";

/** Creates a link, with the places where it will be shared. Throws `slug_taken`. The unique index decides, so two requests for one slug cannot both succeed. Taken generated slugs are replaced. */
export async function createLink(
  { places = [], ...wanted }: NewLink & { places?: readonly Channel[] },
  now: Date,
  drawSlug: () => string = generateSlug,
): Promise<Link> {
  for (;;) {
    const slug = wanted.slug ?? drawSlug();
    try {
      const row = await database().link.create({
        data: {
          ...wanted,
          slug,
          createdAt: now,
          updatedAt: now,
          counter: { create: {} },
          places: { create: uniquePlaces(places).map((place) => ({ ...place, createdAt: now })) },
        },
        include: linkInclude,
      });
      announceDestination({ linkId: row.id, url: row.url });
      return toLink(row, env().BASE_URL);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      if (wanted.slug !== undefined) throw slugTaken(slug);
    }
  }
}
