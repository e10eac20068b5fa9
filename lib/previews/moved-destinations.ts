import { type Actor, recordEvent } from "../audit/record-event";
import { SluglineError } from "../core/errors";
import { isSameDomain } from "../core/registrable-domain";
import { Prisma } from "../database/generated/client";
import { inTransaction } from "../database/in-transaction";
import { linkNotFound } from "../links/outcome";
import { sentence } from "../texts/sentence";

/** Hosts: where a destination ended at first, and where it ends now. `since`: ISO 8601 UTC. */
export interface Move {
  from: string;
  to: string;
  since: string;
}

/**
 * For rows of LinkPreview: all checks of a day that reached the destination ended at another domain,
 * and the last check still reached it.
 */
export const isMoved = Prisma.sql`("movedAt" >= "movedSince" + interval '1 day' AND "health" = 'reachable')`;

/**
 * Whether a destination that ended at `before` now ends elsewhere. Its own domain is never elsewhere:
 * where it ended before may have been a sign-in page or another shortener.
 */
export async function leadsElsewhere(
  url: string,
  before: string,
  endHost: string,
): Promise<boolean> {
  for (const home of [before, new URL(url).hostname])
    if (await isSameDomain(home, endHost)) return false;
  return true;
}

/**
 * From now on the destination belongs at this host. Throws `not_found`, and `precondition_failed` if
 * it does not end there.
 */
export async function keepHost(slug: string, host: string, by: Actor, now: Date): Promise<void> {
  await inTransaction(async (writer) => {
    const link = await writer.link.findUnique({ where: { slug }, select: { id: true } });
    if (!link) throw linkNotFound(slug);
    const kept = await writer.linkPreview.updateMany({
      where: { linkId: link.id, movedTo: host },
      data: { endHost: host, movedTo: null, movedSince: null, movedAt: null },
    });
    if (kept.count === 0)
      throw new SluglineError("precondition_failed", "movedElsewhere", { host });
    const about = { id: `link:${link.id}`, name: `/${slug}` };
    const detail = sentence("asIs", { text: host });
    await recordEvent(writer, { event: "moved-host-kept", by, about, detail }, now);
  });
}
