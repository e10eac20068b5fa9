import type { Span } from "../../core/date-range";
import { isoDate } from "../../core/day";
import { Prisma } from "../../database/generated/client";
import type { DimensionName } from "../query/dimensions";

/** Runs raw queries: the client or a transaction. */
export type Reader = Pick<Prisma.TransactionClient, "$queryRaw">;

/**
 * Where clicks of some links in a span are counted. Each function is a query of rows with these
 * columns; what they count adds up.
 */
export interface Source {
  /** (linkId, day, clicks, visitors) by UTC day. No link over all links. */
  days(): Prisma.Sql;
  /** (linkId, hour, clicks, visitors) */
  hours(): Prisma.Sql;
  /** (linkId, day, dimension, label, detail, clicks). Clicks without a label have no row. */
  labels(wanted: LabelsWanted): Prisma.Sql;
  /** (linkId, clicks) */
  links(): Prisma.Sql;
}

export interface LabelsWanted {
  dimensions: readonly DimensionName[];
  /** Each row has its day. Otherwise rows may be of whole months, or of all days. */
  isDaily?: boolean;
  /** Each row has its link, except over all links. Otherwise rows may be of several. */
  isPerLink?: boolean;
  /** Other labels may be left out. */
  only?: readonly string[];
}

/**
 * The common table expressions of one statement. They are named here, so no fragment knows the name
 * of another's.
 */
export class Tables {
  private readonly all: Prisma.Sql[] = [];

  /** A table that is part of the statement once its name is asked for. */
  table(name: string, query: () => Prisma.Sql): () => Prisma.Sql {
    let known: Prisma.Sql | undefined;
    return () => {
      known ??= this.add(name, query());
      return known;
    };
  }

  private add(name: string, query: Prisma.Sql): Prisma.Sql {
    const own = Prisma.raw(`${name}${this.all.length + 1}`);
    this.all.push(Prisma.sql`${own} AS MATERIALIZED (${query})`);
    return own;
  }

  /** The whole statement. */
  select(query: Prisma.Sql): Prisma.Sql {
    return this.all.length > 0 ? Prisma.sql`WITH ${Prisma.join(this.all)} ${query}` : query;
  }
}

export const allTime: Span = {
  since: new Date("0001-01-01T00:00:00Z"),
  until: new Date("9999-12-31T00:00:00Z"),
};

/** A condition on a column with the start of a UTC day or hour, or with an instant. */
export function isWithin(
  column: "day" | "month" | "hour" | "createdAt" | "firstClickedAt",
  span: Span,
): Prisma.Sql {
  // A condition that all rows meet would lead Postgres to an index.
  if (span === allTime) return Prisma.sql`true`;
  const { since, until } = span;
  const name = Prisma.raw(`"${column}"`);
  return column === "day" || column === "month"
    ? Prisma.sql`${name} >= ${isoDate(since)}::date AND ${name} < ${isoDate(until)}::date`
    : Prisma.sql`${name} >= ${since}::timestamptz AND ${name} < ${until}::timestamptz`;
}
