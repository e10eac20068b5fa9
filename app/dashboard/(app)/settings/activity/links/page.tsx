import type { Metadata, Route } from "next";
import NextLink from "next/link";
import { EmptyPage } from "@/components/layout/empty-page";
import { PartHead } from "@/components/layout/section-header";
import { getViewer } from "@/components/layout/viewer";
import { EditRow } from "@/components/links/page/link-edits";
import { ShortLink } from "@/components/links/short-link";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Card } from "@/components/ui/card";
import { Pagination } from "@/components/ui/pagination";
import { eventsQuerySchema } from "@/lib/audit/list-events";
import { formatNumber } from "@/lib/core/format";
import { addDays, startOfDate } from "@/lib/core/local-time";
import { listAllEdits } from "@/lib/links/list-edits";
import { requireOwner } from "@/lib/owners/require-owner";
import { ActivityFilters } from "../activity-filters";
import { ActivityTabs } from "../activity-tabs";
import { activityPath, hrefOf, parametersOf } from "../filters-href";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.activity"))("title") };
}

const path = `${activityPath}/links`;
/** For so long a change is undone here; its link does it later, too. */
const undoMs = 3_600_000;

export default async function LinkActivityPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const { role } = await requireOwner("/dashboard/settings/activity/links");
  const query = { ...eventsQuerySchema.parse(await searchParams), kind: undefined };
  const { from, to, person, page } = query;
  const { locale, timeZone } = await getViewer();
  const { edits, first, hasMore } = await listAllEdits({
    by: person,
    from: from ? startOfDate(from, timeZone) : undefined,
    until: to ? startOfDate(addDays(to, 1), timeZone) : undefined,
    page,
  });
  const t = await getTexts("settings.activity");
  const now = new Date();
  const isFiltered = Object.keys(parametersOf(query)).length > 0;
  const seen = new Set<string>();
  return (
    <TextsProvider of={["links.history"]}>
      <PartHead title={t("title")} />
      <ActivityTabs current="links" {...{ role }} />
      <ActivityFilters action={path} query={query} role={role} />
      {edits.length === 0 ? (
        <EmptyPage title={t("empty")}>{isFiltered && t("emptyWithFilters")}</EmptyPage>
      ) : (
        <div>
          <Card>
            <ul aria-label={t("kinds.links")}>
              {edits.map(({ link, edit }) => {
                const field = `${link.id} ${edit.field}`;
                const isLatest = !seen.has(field);
                seen.add(field);
                return (
                  <EditRow
                    key={`${field} ${edit.at}`}
                    {...{ link, edit, isLatest, now, timeZone, locale }}
                    mayUndo={isLatest && now.getTime() - Date.parse(edit.at) < undoMs}
                    name={
                      <NextLink
                        href={`/dashboard/links/${link.slug}` as Route}
                        prefetch={false}
                        className="max-w-full truncate hover:underline"
                      >
                        <ShortLink slug={link.slug} />
                      </NextLink>
                    }
                  />
                );
              })}
            </ul>
          </Card>
          <Pagination
            back={page > 1 ? hrefOf(query, { path, page: page - 1 }) : null}
            next={hasMore ? hrefOf(query, { path, page: page + 1 }) : null}
          >
            {`${formatNumber(first, locale)}–${formatNumber(first + edits.length - 1, locale)}`}
          </Pagination>
        </div>
      )}
    </TextsProvider>
  );
}
