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
import { formatRange } from "@/lib/core/format";
import { addDays, startOfDate } from "@/lib/core/local-time";
import { listAllEdits } from "@/lib/links/list-edits";
import { requireOwner } from "@/lib/owners/require-owner";
import { ActivityFilters } from "../activity-filters";
import { ActivityTabs } from "../activity-tabs";
import { hrefOf, linkActivityPath, parametersOf } from "../filters-href";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.activity"))("title") };
}

const path = linkActivityPath;

export default async function LinkActivityPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const { role } = await requireOwner("/dashboard/settings/activity/links");
  const query = { ...eventsQuerySchema.parse(await searchParams), kind: undefined };
  const { from, to, person, page } = query;
  const { locale, timeZone } = await getViewer();
  const now = new Date();
  const { edits, first, last, hasMore } = await listAllEdits(
    {
      by: person,
      from: from ? startOfDate(from, timeZone) : undefined,
      until: to ? startOfDate(addDays(to, 1), timeZone) : undefined,
      page,
    },
    now,
  );
  const t = await getTexts("settings.activity");
  const isFiltered = Object.keys(parametersOf(query)).length > 0;
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
              {edits.map(({ link, edit, mayUndo }) => (
                <EditRow
                  key={`${link.id} ${edit.field} ${edit.at}`}
                  {...{ link, edit, now, timeZone, locale }}
                  way={mayUndo ? "undo" : null}
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
              ))}
            </ul>
          </Card>
          <Pagination
            back={page > 1 ? hrefOf(query, { path, page: page - 1 }) : null}
            next={hasMore ? hrefOf(query, { path, page: page + 1 }) : null}
          >
            {formatRange(first, last, locale)}
          </Pagination>
        </div>
      )}
    </TextsProvider>
  );
}
