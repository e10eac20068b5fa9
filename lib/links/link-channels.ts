import { refusedField, type SluglineError } from "../core/errors";
import { database } from "../database/client";
import { Prisma } from "../database/generated/client";
import { preferReplica } from "../database/in-snapshot";
import type { Writer } from "../database/in-transaction";
import type { Channel } from "./channel";
import { readLinks } from "./get-link";
import type { Link } from "./link";

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

/** Each source and medium once, most used first. */
const byUse = Prisma.raw(
  `GROUP BY "source", "medium" ORDER BY count(*) DESC, "source" COLLATE "C", "medium" COLLATE "C"`,
);

/** Source and medium of the channels of these links, most used first, without campaigns. */
export function listPlacesOf(linkIds: number[], limit: number): Promise<Channel[]> {
  return database().$queryRaw<Channel[]>`
    SELECT "source", "medium", '' AS "campaign" FROM "LinkPlace" WHERE "linkId" = ANY(${linkIds}::int[])
    ${byUse} LIMIT ${limit}`;
}

/** The cost of `listUsedChannels` does not grow with the number of links. */
const latestRows = 1_000;

/** Source and medium of the channels of the latest links, most used first, without campaigns. */
export async function listUsedChannels(limit: number): Promise<Channel[]> {
  return database().$queryRaw<Channel[]>`
    SELECT "source", "medium", '' AS "campaign" FROM (
      SELECT "source", "medium" FROM "LinkPlace" ORDER BY "linkId" DESC LIMIT ${latestRows}
    ) latest WHERE "source" <> '' OR "medium" <> ''
    ${byUse} LIMIT ${limit}`;
}

export function tooManyChannels(): SluglineError {
  return refusedField("channels", "channelsAtMost", { most: mostChannels });
}

/** Links with the channels that owners added, in the order of the ids. Unknown ids are left out. */
export async function readWithChannels(
  ids: number[],
): Promise<{ link: Link; channels: Channel[] }[]> {
  const [links, channels] = await Promise.all([readLinks(ids, database()), listChannelsOf(ids)]);
  return [...links.values()].map((link) => ({ link, channels: channels.get(link.id) ?? [] }));
}
