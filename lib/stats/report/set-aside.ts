import type { Span } from "../../core/date-range";
import { dayMs, isoDate } from "../../core/day";
import { database } from "../../database/client";
import type { PrismaClient } from "../../database/generated/client";
import { preferReplica } from "../../database/in-snapshot";
import { getLink } from "../../links/get-link";
import { isOfMakers, type Undoer, undoableMakers } from "../../links/undoer";
import { isWithin, type Reader } from "../sources/source";
import { endOf, findSingleVisitors, type SingleVisitor } from "./single-visitors";

/** How long setting aside can be undone. */
export const undoMs = dayMs;

/** A visitor who made most clicks in some hours, none of which is set aside. */
export interface Standout {
  /** Stands for the visitor of this link on this day, and tells nothing else. */
  visitor: string;
  /** The UTC day. */
  date: string;
  /** The starts of the hours in which it stands out, ISO 8601. They lie between `since` and `until`. */
  hours: string[];
  since: string;
  until: string;
  /** In these hours: those of the visitor, and those of all. */
  clicks: number;
  of: number;
}

/** Clicks of a visitor on a day that no number counts. */
export interface SetAsideClicks {
  visitor: string;
  date: string;
  clicks: number;
  setAsideAt: string;
  /** Null if it cannot be undone any more. */
  undoUntil: string | null;
  /**
   * `leaving`: some are still counted. `returning`: that was undone, and clicks are on their way
   * back.
   */
  state: "set aside" | "leaving" | "returning";
}

export interface SetAsideReport {
  found: Standout[];
  setAside: SetAsideClicks[];
}

/** The traffic of single visitors on a link, latest day first. Throws `not_found`. */
export async function getSetAside(slug: string, now: Date): Promise<SetAsideReport> {
  const { id } = await getLink(slug);
  return readSetAside(id, now);
}

/** The same by the id of the link. `undoer`: `undoUntil` is null also of what they may not undo. */
export function readSetAside(linkId: number, now: Date, undoer?: Undoer): Promise<SetAsideReport> {
  return preferReplica("statistics", async (reader) => {
    const rows = await reader.setAside.findMany({
      where: { linkId },
      orderBy: [{ day: "desc" }, { setAt: "desc" }, { id: "asc" }],
    });
    const makers = undoer ? await undoableMakers(undoer) : null;
    const known = new Set(rows.map(({ id }) => id));
    const found = await findSingleVisitors(reader, linkId, now);
    const leaving = await Promise.all(rows.map((row) => isCounted(row, reader)));
    return {
      found: found.filter(({ id }) => !known.has(id)).map(toStandout),
      setAside: rows.map((row, index) => {
        const clicks = toSetAside(row, now, leaving[index] === true);
        return isOfMakers(makers, row.by) ? clicks : { ...clicks, undoUntil: null };
      }),
    };
  });
}

function toStandout(found: SingleVisitor): Standout {
  const { id, day, hours } = found;
  return {
    ...{ visitor: id, date: isoDate(day) },
    hours: hours.map(({ start }) => start.toISOString()),
    since: (hours[0]?.start ?? day).toISOString(),
    until: endOf(found).toISOString(),
    clicks: hours.reduce((sum, { clicks }) => sum + clicks, 0),
    of: hours.reduce((sum, { of }) => sum + of, 0),
  };
}

interface Row {
  linkId: number;
  id: string;
  day: Date;
  visitor: Uint8Array<ArrayBuffer>;
  clicks: number;
  setAt: Date;
  undoneAt: Date | null;
}

/** Whether roll-ups still have clicks of this visitor: they remember each for some days. */
export async function isCounted(
  { linkId, day, visitor }: Pick<Row, "linkId" | "day" | "visitor">,
  reader: Pick<PrismaClient, "dayVisitor"> = database(),
): Promise<boolean> {
  return (await reader.dayVisitor.count({ where: { linkId, day, visitor } })) > 0;
}

/** As the API and pages have it. */
export function toSetAside(
  { id, day, clicks, setAt, undoneAt }: Row,
  now: Date,
  isLeaving: boolean,
): SetAsideClicks {
  const until = new Date(setAt.getTime() + undoMs);
  return {
    ...{ visitor: id, date: isoDate(day), clicks, setAsideAt: setAt.toISOString() },
    undoUntil: undoneAt === null && until > now ? until.toISOString() : null,
    state: undoneAt !== null ? "returning" : isLeaving ? "leaving" : "set aside",
  };
}

/** How many clicks are set aside on these UTC days. */
export async function countSetAside(
  reader: Pick<Reader, "$queryRaw">,
  linkId: number,
  span: Span,
): Promise<number> {
  const [row] = await reader.$queryRaw<[{ clicks: number }]>`
    SELECT coalesce(sum("clicks"), 0)::float8 AS "clicks" FROM "SetAside" WHERE "linkId" = ${linkId} AND ${isWithin("day", span)}`;
  return row.clicks;
}
