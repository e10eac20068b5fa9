import { database } from "../database/client";
import type { Channel } from "./channel";
import { readLinks } from "./get-link";
import type { Link } from "./link";
import { listChannelsOf } from "./link-channels";

/** Links with the channels that owners added, in the order of the ids. Unknown ids are left out. */
export async function readWithChannels(
  ids: number[],
): Promise<{ link: Link; channels: Channel[] }[]> {
  const [links, channels] = await Promise.all([readLinks(ids, database()), listChannelsOf(ids)]);
  return [...links.values()].map((link) => ({ link, channels: channels.get(link.id) ?? [] }));
}
