import type { Metadata } from "next";
import { EmptyPage } from "@/components/layout/empty-page";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { LinksTabs } from "@/components/links/list/links-tabs";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { partData } from "@/lib/http/part-data";
import { listTags } from "@/lib/links/tags";
import { requireOwner } from "@/lib/owners/require-owner";
import { listMissedLinks, shownDays } from "@/lib/stats/report/missed-links";
import { NewTag } from "./edit-tag";
import { TagList } from "./tag-list";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("tags"))("title") };
}

export default async function TagsPage() {
  await requireOwner("/dashboard/tags");
  const [t, nav] = [await getTexts("tags"), await getTexts("common.nav")];
  const [tags, { locale }] = await Promise.all([listTags(), getViewer()]);
  const missed = partData(listMissedLinks(shownDays, new Date()));
  return (
    <TextsProvider of={["tags"]}>
      <PageHead title={nav("links")} tabs={<LinksTabs current="tags" {...{ missed, locale }} />}>
        <NewTag tags={tags} />
      </PageHead>
      <p className="mb-3 text-secondary">{t("note")}</p>
      {tags.length === 0 ? <EmptyPage title={t("empty")} /> : <TagList {...{ tags, locale }} />}
    </TextsProvider>
  );
}
