import { domainToUnicode } from "node:url";
import { dayMs } from "../core/day";
import { maintenanceDatabase } from "../database/client";
import { isStatementTimeout } from "../database/database-errors";
import { Prisma } from "../database/generated/client";

/** An icon is deleted if it was not read for so long and no link leads to its host. */
const keptMs = 60 * dayMs;
/** One that stays is looked at again after this time. */
const againMs = 30 * dayMs;
/** Looked at in a round. */
const mostHosts = 500;

/**
 * A destination that nobody clicks is never read again, and none is while PREVIEW_RECHECK_HOURS is
 * 0. So an old icon stays while a link leads to its host, which the index of the search finds.
 */
export async function forgetOldIcons(now: Date, signal?: AbortSignal): Promise<void> {
  const database = maintenanceDatabase();
  const old = { lt: new Date(now.getTime() - keptMs) };
  const icons = await database.hostIcon.findMany({
    where: { checkedAt: old },
    select: { host: true },
    orderBy: { checkedAt: "asc" },
    take: mostHosts,
  });
  // Still so old that the next read of a page reads the icon, too.
  const checkedAt = new Date(old.lt.getTime() + againMs);
  for (const { host } of icons) {
    if (signal?.aborted) return;
    const where = { host, checkedAt: old };
    if (await isLedTo(host)) await database.hostIcon.updateMany({ where, data: { checkedAt } });
    else await database.hostIcon.deleteMany({ where });
  }
}

const hostOfLink = Prisma.raw(
  String.raw`regexp_replace(substring(lower("url") from '^https?://(?:[^/?#]*@)?([^/?#]*)'), '^www\.|:(?:80|443)$', '', 'g')`,
);

/** Addresses have ASCII or the letters themselves. Also true if the look-up takes too long. */
async function isLedTo(host: string): Promise<boolean> {
  const spelled = host.replace(/^[^:[]+/, domainToUnicode);
  try {
    const [{ isLed }] = await maintenanceDatabase().$queryRaw<[{ isLed: boolean }]>`
      SELECT EXISTS (SELECT FROM "Link" WHERE ("url" ILIKE ${`%${host}%`} OR "url" ILIKE ${`%${spelled}%`})
        AND ${hostOfLink} IN (${host}, ${spelled})) AS "isLed"`;
    return isLed;
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    return true;
  }
}
