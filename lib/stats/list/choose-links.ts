import { preferReplica } from "../../database/replica";
import { readLinks } from "../../links/get-link";
import type { Link } from "../../links/link";
import { findLinkIds } from "./find-links";

/** All but the first sort every link. */
const orders = {
  mostClicks: "clickCount",
  fewestClicks: "fewestClicks",
  newest: "createdAt",
  random: "random",
} as const;

export type LinkChoice = keyof typeof orders;

/** A section of all links in this order. */
export function chooseLinks(
  choice: LinkChoice,
  page: { limit: number; offset: number },
): Promise<Link[]> {
  return preferReplica("owners", async (reader) => {
    const ids = await findLinkIds(reader, { order: orders[choice], ...page });
    return [...(await readLinks(ids, reader)).values()];
  });
}
