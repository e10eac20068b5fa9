import { z } from "zod";
import { type AuditEvent, type AuditKind, auditEvents, auditKinds } from "../core/audit";
import { isDamaged } from "../core/clean-text";
import { addDays, startOfDate } from "../core/local-time";
import type { Spreadsheet } from "../core/spreadsheet";
import { type ExportFormat, filePieces } from "../core/table-file";
import { database } from "../database/client";
import type { AuditEvent as EventRow, Prisma } from "../database/generated/client";
import { inEnglish } from "../texts/say";
import { readStored, type Sentence, sentence } from "../texts/sentence";
import { actorName } from "./record-event";

const pageSize = 50;
const exportedAtOnce = 1_000;
const mostListed = 500;

const date = z.iso.date().optional().catch(undefined);

/** The filters of the activity page, in its URL. Dates are local, the last one included. */
export const eventsQuerySchema = z.object({
  person: z
    .string()
    .max(200)
    .refine((text) => !isDamaged(text))
    .catch("")
    .default(""),
  kind: z.enum(auditKinds).optional().catch(undefined),
  from: date,
  to: date,
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
});

export type EventsQuery = z.output<typeof eventsQuerySchema>;

export interface ListedEvent {
  id: string;
  at: Date;
  /** An `AuditEvent`, or one of a later version. */
  event: string;
  by: Sentence | null;
  about: Sentence | null;
  detail: Sentence | null;
  browser: string | null;
  /** Above 1 for repetitions, of which `lastAt` is the last. */
  count: number;
  lastAt: Date | null;
}

interface EventPage {
  events: ListedEvent[];
  total: number;
  /** The number of the first event, from 1. */
  first: number;
  hasMore: boolean;
}

/** The events that match, latest first. */
export async function listEvents(query: EventsQuery, timeZone: string): Promise<EventPage> {
  const where = conditionOf(query, timeZone);
  const skip = (query.page - 1) * pageSize;
  const page = { where, orderBy: { id: "desc" }, skip, take: pageSize } as const;
  const { auditEvent } = database();
  const [rows, total] = await Promise.all([auditEvent.findMany(page), auditEvent.count({ where })]);
  return {
    events: rows.map(toListed),
    total,
    first: skip + 1,
    hasMore: total > skip + rows.length,
  };
}

function toListed({ byId, by, aboutId, about, detail, ...row }: EventRow): ListedEvent {
  return {
    ...row,
    by: by === null ? null : actorName({ id: byId, name: by }),
    about: byId !== null && byId === aboutId ? null : aboutOf(aboutId, about),
    detail: readStored(detail),
  };
}

/** A share page is about a link, a tag or a campaign. Any other name is one that somebody chose. */
function aboutOf(id: string | null, name: string | null): Sentence | null {
  if (id?.startsWith("share:")) return readStored(name);
  return name === null ? null : sentence("asIs", { text: name });
}

/** A later version may have noted events that this one does not know. */
function kindOf(event: string): AuditKind | "" {
  return auditEvents[event as AuditEvent]?.kind ?? "";
}

function conditionOf(
  { person, kind, from, to }: EventsQuery,
  timeZone: string,
): Prisma.AuditEventWhereInput {
  const ofKind = Object.keys(auditEvents).filter((event) => kindOf(event) === kind);
  return {
    ...(person && { OR: [{ byId: person }, { aboutId: person }] }),
    ...(kind && { event: { in: ofKind } }),
    at: {
      ...(from && { gte: startOfDate(from, timeZone) }),
      ...(to && { lt: startOfDate(addDays(to, 1), timeZone) }),
    },
  };
}

/**
 * Whom the page can be filtered by: everybody in the log, also those who are gone, by their last
 * name in it.
 */
export async function listActors(): Promise<{ id: string; name: string }[]> {
  const found = await database().$queryRaw<{ id: string; name: string }[]>`
    SELECT DISTINCT ON ("who") "who" AS "id", "name" FROM (
      SELECT "byId" AS "who", "by" AS "name", "id" FROM "AuditEvent" WHERE "byId" IS NOT NULL
      UNION ALL
      SELECT "aboutId", "about", "id" FROM "AuditEvent" WHERE "aboutId" LIKE 'owner:%'
    ) AS e ORDER BY "who", "id" DESC LIMIT ${mostListed}`;
  return found.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

const columns = [
  ...["at", "kind", "event", "by", "about", "detail", "browser", "count", "lastAt"],
] as (keyof ExportedEvent)[];

interface ExportedEvent
  extends Omit<ListedEvent, "id" | "at" | "by" | "about" | "detail" | "lastAt"> {
  at: string;
  by: string | null;
  about: string | null;
  detail: string | null;
  kind: string;
  event: string;
  lastAt: string | null;
}

/** The events that match, latest first, as pieces of one file. */
export function exportEvents(
  format: ExportFormat,
  query: EventsQuery,
  timeZone: string,
  spreadsheet?: Spreadsheet,
): AsyncGenerator<string> {
  const times = ["at", "lastAt"] as const;
  return filePieces(pagesOf(conditionOf(query, timeZone)), columns, format, { spreadsheet, times });
}

async function* pagesOf(where: Prisma.AuditEventWhereInput): AsyncGenerator<ExportedEvent[]> {
  let before: string | undefined;
  for (;;) {
    const rows: EventRow[] = await database().auditEvent.findMany({
      where: { AND: [where, before === undefined ? {} : { id: { lt: before } }] },
      orderBy: { id: "desc" },
      take: exportedAtOnce,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ at, event, by, aboutId, about, detail, browser, count, lastAt }) => ({
      at: at.toISOString(),
      kind: kindOf(event),
      ...{
        event,
        by,
        about: aboutId?.startsWith("share:") ? inEnglish(about) : about,
        detail: inEnglish(detail),
        browser,
        count,
      },
      lastAt: lastAt?.toISOString() ?? null,
    }));
    before = last.id;
  }
}
