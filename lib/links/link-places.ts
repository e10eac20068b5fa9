import { SluglineError } from "../core/errors";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import type { Channel } from "./channel";
import { linkNotFound } from "./link-errors";

/** Places of one link that an owner may add. */
export const mostPlaces = 50;

/** In the order in which they were added. */
export async function listPlaces(linkId: number): Promise<Channel[]> {
  return database().linkPlace.findMany({
    where: { linkId },
    select: { source: true, medium: true, campaign: true },
    orderBy: [{ createdAt: "asc" }, { source: "asc" }, { medium: "asc" }, { campaign: "asc" }],
  });
}

/** Adds a place; does nothing if the link has it. Throws `not_found`, and `validation_failed` if it has too many. */
export async function addPlace(slug: string, place: Channel, now: Date): Promise<void> {
  if (!isSlug(slug)) throw linkNotFound(slug);
  await database().$transaction(async (transaction) => {
    // The lock lets two requests at once not exceed the limit. It does not block clicks.
    const [link] = await transaction.$queryRaw<{ id: number }[]>`SELECT "id" FROM "Link" WHERE "slug" = ${slug} FOR NO KEY UPDATE`;
    if (!link) throw linkNotFound(slug);
    await transaction.linkPlace.createMany({ data: { ...place, linkId: link.id, createdAt: now }, skipDuplicates: true });
    if ((await transaction.linkPlace.count({ where: { linkId: link.id } })) > mostPlaces) {
      throw new SluglineError("validation_failed", `A link can have ${mostPlaces} places: remove one first.`);
    }
  });
}

/** Does nothing if the link or the place does not exist. Clicks with these tags stay. */
export async function removePlace(slug: string, place: Channel): Promise<void> {
  await database().linkPlace.deleteMany({ where: { ...place, link: { slug } } });
}

export function uniquePlaces(places: readonly Channel[]): Channel[] {
  return [...new Map(places.map((place) => [JSON.stringify([place.source, place.medium, place.campaign]), place])).values()];
}
