import type { Span } from "../../core/date-range";
import { Prisma } from "../../database/generated/client";
import { inScope, type StatementScope } from "../query/scope";
import { isWithin, type Source } from "./source";

/**
 * How many clicks pending batches have of each link and UTC hour, without visitors and labels.
 * `span`: whole UTC hours.
 */
export function pendingCounts(scope: StatementScope, span: Span): Source {
  const rows = (columns: string) => Prisma.sql`
    SELECT ${Prisma.raw(columns)} FROM "PendingHour" p
    WHERE ${inScope(scope)} AND ${isWithin("firstClickedAt", span)} AND (SELECT true FROM "LinkCounter" c WHERE c."linkId" = p."linkId")`;
  return {
    days: () =>
      rows(
        `"linkId", ("firstClickedAt" AT TIME ZONE 'UTC')::date AS "day", "clicks", 0 AS "visitors"`,
      ),
    hours: () =>
      rows(
        `"linkId", date_trunc('hour', "firstClickedAt", 'UTC') AS "hour", "clicks", 0 AS "visitors"`,
      ),
    labels: () =>
      Prisma.sql`SELECT NULL::int AS "linkId", NULL::date AS "day", NULL::smallint AS "dimension", '' AS "label", '' AS "detail", 0 AS "clicks" WHERE false`,
    links: () => rows(`"linkId", "clicks"`),
  };
}
