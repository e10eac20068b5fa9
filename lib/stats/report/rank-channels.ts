import type { DateRange } from "../../core/date-range";
import { isoDate } from "../../core/day";
import { Prisma } from "../../database/generated/client";
import { inOneStatement } from "../../database/in-snapshot";
import { otherLabel } from "../query/dimensions";
import { planOf } from "../sources/plan";

/** A pair of source and medium (`None` if missing) over all links. */
export interface RankedChannel {
  source: string;
  medium: string;
  clicks: number;
  /** Links with clicks through this channel. */
  links: number;
}

export interface ChannelRanking {
  /** Most clicks first. */
  channels: RankedChannel[];
  /**
   * The first counted day, if it is later than the start of the date range: earlier clicks were
   * recorded by a version without channels.
   */
  countedSince: string | null;
}

/** The channels with the most clicks on all links in a date range. */
export function rankChannels(dateRange: DateRange, limit = 8): Promise<ChannelRanking> {
  // Only an upgrade changes `placesSince`, so it need not be from the same snapshot.
  return inOneStatement("statistics", async (reader) => {
    const { placesSince } = await reader.rollupState.findFirstOrThrow();
    const isCut = placesSince > dateRange.since;
    const counted = isCut ? { ...dateRange, since: placesSince } : dateRange;
    const channels =
      counted.since < counted.until
        ? await reader.$queryRaw<RankedChannel[]>(ranking(counted, limit))
        : [];
    return { channels, countedSince: isCut ? isoDate(placesSince) : null };
  });
}

function ranking(dateRange: DateRange, limit: number): Prisma.Sql {
  const plan = planOf({ scope: "all", dateRange, of: "labels", isPerLink: true });
  return plan.tables.select(Prisma.sql`
    SELECT "source", "medium", sum("clicks")::int AS "clicks", count(*)::int AS "links"
    FROM (${plan.pairs("sourceMedium")}) AS cells("linkId", "source", "medium", "clicks")
    WHERE "linkId" NOT IN (SELECT "linkId" FROM "DeletedLink") AND ("source", "medium") <> (${otherLabel}, ${otherLabel})
    GROUP BY 1, 2 ORDER BY 3 DESC, "source" COLLATE "C", "medium" COLLATE "C" LIMIT ${limit}`);
}
