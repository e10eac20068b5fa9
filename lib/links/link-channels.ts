import { SluglineError } from "../core/errors";
import { isSlug } from "../core/slug";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { preferReplica } from "../database/replica";
import type { Channel } from "./channel";
import { linkNotFound } from "./link-errors";
import { lockLinks } from "./locks";

/** Channels of one link that an owner may add. */
export const mostChannels = 50;

/** In which they were added. */
const inOrder = [
  { createdAt: "asc" },
  { source: "asc" },
  { medium: "asc" },
  { campaign: "asc" },
] satisfies Prisma.LinkPlaceOrderByWithRelationInput[];

/** In the order in which they were added. */
export async function listChannels(linkId: number): Promise<Channel[]> {
  return database().linkPlace.findMany({
    where: { linkId },
    select: { source: true, medium: true, campaign: true },
    orderBy: inOrder,
  });
}

/** The same for many links, by id. */
export async function listChannelsOf(
  linkIds: number[],
  reader: Pick<Writer, "linkPlace"> = database(),
): Promise<Map<number, Channel[]>> {
  const rows = await reader.linkPlace.findMany({
    where: { linkId: { in: linkIds } },
    select: { linkId: true, source: true, medium: true, campaign: true },
    orderBy: inOrder,
  });
  const byLink = new Map<number, Channel[]>();
  for (const { linkId, ...channel } of rows)
    byLink.set(linkId, [...(byLink.get(linkId) ?? []), channel]);
  return byLink;
}

/** The same for the list of the dashboard, which works while only a replica does. */
export function browseChannels(linkIds: number[]): Promise<Map<number, Channel[]>> {
  return preferReplica("owners", (reader) => listChannelsOf(linkIds, reader));
}

/** The cost of `listUsedChannels` does not grow with the number of links. */
const latestRows = 1_000;

/** Source and medium of the channels of the latest links, most used first, without campaigns. */
export async function listUsedChannels(limit: number): Promise<Channel[]> {
  return database().$queryRaw<Channel[]>`
    SELECT "source", "medium", '' AS "campaign" FROM (
      SELECT "source", "medium" FROM "LinkPlace" ORDER BY "linkId" DESC LIMIT ${latestRows}
    ) latest WHERE "source" <> '' OR "medium" <> ''
    GROUP BY "source", "medium" ORDER BY count(*) DESC, "source" COLLATE "C", "medium" COLLATE "C" LIMIT ${limit}`;
}

/**
 * Adds a channel; does nothing if the link has it. Throws `not_found`, and `validation_failed` if
 * it has too many.
 */
export async function addChannel(slug: string, channel: Channel, now: Date): Promise<void> {
  await inTransaction(async (writer) => {
    // The lock lets two requests at once not exceed the limit.
    const linkId = (await lockLinks([slug], writer)).get(slug);
    if (linkId === undefined) throw linkNotFound(slug);
    await writer.linkPlace.createMany({
      data: { ...channel, linkId, createdAt: now },
      skipDuplicates: true,
    });
    if ((await writer.linkPlace.count({ where: { linkId } })) > mostChannels)
      throw tooManyChannels();
  });
}

/** Does nothing if the link or the channel does not exist. Clicks with these tags stay. */
export async function removeChannel(slug: string, channel: Channel): Promise<void> {
  if (isSlug(slug))
    await database().linkPlace.deleteMany({ where: { ...channel, link: { slug } } });
}

export function tooManyChannels(): SluglineError {
  return new SluglineError(
    "validation_failed",
    `A link can have ${mostChannels} channels: remove one first.`,
  );
}
