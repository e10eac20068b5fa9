import { Prisma } from "../../database/generated/client";
import type { DimensionName } from "../query/dimensions";
import type { Plan } from "../sources/plan";

/** A query (linkId, first, second, clicks) of clicks by link and by the two tags of a pair, `None` for a missing one. */
export function pairCells(plan: Plan, pair: DimensionName): Prisma.Sql {
  return Prisma.sql`
    SELECT "linkId", coalesce(nullif("label", ''), 'None'), coalesce(nullif("detail", ''), 'None'), sum("clicks")
    FROM (${plan.labels({ dimensions: [pair] })}) l GROUP BY 1, 2, 3`;
}
