import type { Metadata, Route } from "next";
import NextLink from "next/link";
import { EmptyPage } from "@/components/layout/empty-page";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { PartHead } from "@/components/layout/section-header";
import { getViewer } from "@/components/layout/viewer";
import { buttonStyle } from "@/components/ui/button";
import { Download } from "@/components/ui/icons";
import { Pagination } from "@/components/ui/pagination";
import { auditDays } from "@/lib/audit/forget-old-events";
import {
  type EventsQuery,
  eventsQuerySchema,
  type ListedEvent,
  listActors,
  listEvents,
} from "@/lib/audit/list-events";
import { formatInstant, formatNumber, formatTime } from "@/lib/core/format";
import { requireOwner } from "@/lib/owners/require-owner";
import { ActivityFilters } from "./activity-filters";

export const metadata: Metadata = { title: "Activity" };

const address = "/dashboard/settings/activity";

export default async function ActivityPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  await requireOwner("/dashboard/settings/activity");
  const query = eventsQuerySchema.parse(await searchParams);
  const { locale, timeZone } = await getViewer();
  const [{ events, total, first, hasMore }, people] = await Promise.all([
    listEvents(query, timeZone),
    listActors(),
  ]);
  const now = new Date();
  const isFiltered = Object.keys(parametersOf(query)).length > 0;
  return (
    <>
      <PartHead
        title="Activity"
        note={`Who did what, kept for ${auditDays} days. IP addresses are not stored. Links have their own history.`}
      >
        {[false, true].map((excel) => (
          <a
            key={String(excel)}
            href={hrefOf(query, { path: `${address}/export`, excel })}
            download
            className={buttonStyle({ className: "max-sm:h-11" })}
          >
            <Download aria-hidden className="size-4" />
            {excel ? "CSV for Excel" : "Export CSV"}
          </a>
        ))}
      </PartHead>
      <ActivityFilters action={address} {...{ query, people }}>
        {isFiltered && (
          <NextLink href={address as Route} className={buttonStyle({ variant: "ghost" })}>
            Clear
          </NextLink>
        )}
      </ActivityFilters>
      {events.length === 0 ? (
        <EmptyPage title="No activity">
          {isFiltered ? "Nothing matches these filters." : "Sign-ins and changes appear here."}
        </EmptyPage>
      ) : (
        <div>
          <EntryTable label="Activity" heads={["Who", "What", "When"]} hasActions={false}>
            {events.map((event) => (
              <Event key={event.id} {...{ event, now, timeZone }} />
            ))}
          </EntryTable>
          <Pagination
            back={query.page > 1 ? hrefOf(query, { page: query.page - 1 }) : null}
            next={hasMore ? hrefOf(query, { page: query.page + 1 }) : null}
          >
            {formatNumber(first, locale)} to {formatNumber(first + events.length - 1, locale)} of{" "}
            {formatNumber(total, locale)}
          </Pagination>
        </div>
      )}
    </>
  );
}

function Event({ event, now, timeZone }: { event: ListedEvent; now: Date; timeZone: string }) {
  const { text, by, about, detail, browser, count, at, lastAt } = event;
  return (
    <tr>
      <EntryCell lead note={browser ?? (count > 1 && by === null ? "Several browsers" : null)}>
        {by ?? "Not signed in"}
      </EntryCell>
      <EntryCell note={[about, detail].filter((part) => part !== null).join(", ")}>
        {text}
      </EntryCell>
      <EntryCell note={lastAt && `${count} times, last ${formatTime(lastAt, timeZone)}`}>
        <time dateTime={at.toISOString()}>{formatInstant(at, now, timeZone)}</time>
      </EntryCell>
    </tr>
  );
}

/** Without what is not set. */
function parametersOf({ page: _, ...filters }: EventsQuery): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
}

function hrefOf(query: EventsQuery, { path = address, page = 1, excel = false }): Route {
  const parameters = new URLSearchParams(parametersOf(query));
  if (page > 1) parameters.set("page", String(page));
  if (excel) parameters.set("excel", "1");
  return (parameters.size > 0 ? `${path}?${parameters}` : path) as Route;
}
