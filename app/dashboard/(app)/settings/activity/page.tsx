import type { Metadata } from "next";
import { EmptyPage } from "@/components/layout/empty-page";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { PartHead } from "@/components/layout/section-header";
import { getViewer } from "@/components/layout/viewer";
import { useSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { buttonStyle } from "@/components/ui/button";
import { Download } from "@/components/ui/icons";
import { Pagination } from "@/components/ui/pagination";
import { eventsQuerySchema, type ListedEvent, listEvents } from "@/lib/audit/list-events";
import { auditDays } from "@/lib/audit/record-event";
import { type AuditEvent, auditKinds } from "@/lib/core/audit";
import { formatInstant, formatNumber, formatTime } from "@/lib/core/format";
import { requireOwner } from "@/lib/owners/require-owner";
import type { Texts } from "@/lib/texts/translator";
import { ActivityFilters } from "./activity-filters";
import { ActivityTabs } from "./activity-tabs";
import { activityPath, hrefOf, parametersOf } from "./filters-href";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.activity"))("title") };
}

export default async function ActivityPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const { role } = await requireOwner("/dashboard/settings/activity");
  const query = eventsQuerySchema.parse(await searchParams);
  const { locale, timeZone } = await getViewer();
  const { events, total, first, hasMore } = await listEvents(query, timeZone);
  const t = await getTexts("settings.activity");
  const now = new Date();
  const isFiltered = Object.keys(parametersOf(query)).length > 0;
  return (
    <>
      <PartHead title={t("title")} note={t("note", { days: auditDays })}>
        {[false, true].map((excel) => (
          <a
            key={String(excel)}
            href={hrefOf(query, { path: `${activityPath}/export`, excel })}
            download
            className={buttonStyle()}
          >
            <Download aria-hidden className="size-4" />
            {t(excel ? "csvForExcel" : "csv")}
          </a>
        ))}
      </PartHead>
      <ActivityTabs current="access" {...{ role }} />
      <ActivityFilters action={activityPath} kinds={auditKinds} {...{ query, role }} />
      {events.length === 0 ? (
        <EmptyPage title={t("empty")}>{isFiltered && t("emptyWithFilters")}</EmptyPage>
      ) : (
        <div>
          <EntryTable
            label={t("title")}
            heads={[t("who"), t("what"), t("when")]}
            hasActions={false}
          >
            {events.map((event) => (
              <Event key={event.id} {...{ event, now, timeZone, locale, t }} />
            ))}
          </EntryTable>
          <Pagination
            back={query.page > 1 ? hrefOf(query, { page: query.page - 1 }) : null}
            next={hasMore ? hrefOf(query, { page: query.page + 1 }) : null}
          >
            {t("range", {
              first,
              last: first + events.length - 1,
              total: formatNumber(total, locale),
            })}
          </Pagination>
        </div>
      )}
    </>
  );
}

function Event({
  event: listed,
  now,
  timeZone,
  locale,
  t,
}: {
  event: ListedEvent;
  now: Date;
  timeZone: string;
  locale: string;
  t: Texts<"settings.activity">;
}) {
  const { event, by, about, detail, browser, count, at, lastAt } = listed;
  const said = useSaid();
  const notes = [about, detail].flatMap((note) => (note === null ? [] : [said(note)]));
  return (
    <tr>
      <EntryCell lead note={browser ?? (count > 1 && by === null ? t("severalBrowsers") : null)}>
        {by === null ? t("notSignedIn") : said(by)}
      </EntryCell>
      <EntryCell note={t.list(notes)}>
        {t.has(`events.${event as AuditEvent}`) ? t(`events.${event as AuditEvent}`) : event}
      </EntryCell>
      <EntryCell
        note={lastAt && t("repeated", { count, time: formatTime(lastAt, timeZone, locale) })}
      >
        <time dateTime={at.toISOString()}>{formatInstant(at, now, timeZone, locale)}</time>
      </EntryCell>
    </tr>
  );
}
