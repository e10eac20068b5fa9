import type { Metadata } from "next";
import NextLink from "next/link";
import { useTexts } from "#texts";
import { EmptyPage } from "@/components/layout/empty-page";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { PageHead } from "@/components/layout/page-header";
import { getViewer } from "@/components/layout/viewer";
import { tagHref } from "@/components/links/links-href";
import { LinksTabs } from "@/components/links/list/links-tabs";
import { TagDot } from "@/components/links/tag-mark";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { formatNumber } from "@/lib/core/format";
import type { Tag } from "@/lib/core/tag";
import { partData } from "@/lib/http/part-data";
import { listTags } from "@/lib/links/tags";
import { requireOwner } from "@/lib/owners/require-owner";
import { listMissedLinks, shownDays } from "@/lib/stats/report/missed-links";
import { DeleteTag } from "./delete-tag";
import { EditTag } from "./edit-tag";

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
        <EditTag tags={tags} />
      </PageHead>
      <p className="mb-4 text-secondary">{t("note")}</p>
      {tags.length === 0 ? (
        <EmptyPage title={t("empty")}>{t("emptyNote")}</EmptyPage>
      ) : (
        <EntryTable label={t("title")} heads={[t("name"), nav("links")]}>
          {tags.map((tag) => (
            <TagEntry key={tag.name} tag={tag} tags={tags} locale={locale} />
          ))}
        </EntryTable>
      )}
    </TextsProvider>
  );
}

function TagEntry({ tag, tags, locale }: { tag: Tag; tags: Tag[]; locale: string }) {
  const [t, nav] = [useTexts("tags"), useTexts("common.nav")];
  const { name, color, linkCount } = tag;
  return (
    <tr>
      <EntryCell lead>
        <span className="inline-flex items-center gap-2">
          <TagDot color={color} />
          {name}
        </span>
      </EntryCell>
      <EntryCell label={nav("links")}>
        <NextLink
          href={tagHref(name)}
          prefetch={false}
          aria-label={t("linksTagged", { links: linkCount, name })}
          className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-11 max-sm:min-w-11"
        >
          {formatNumber(linkCount, locale)}
        </NextLink>
      </EntryCell>
      <EntryCell action>
        <span className="inline-flex gap-2">
          <EditTag tag={tag} tags={tags} />
          <DeleteTag tag={tag} />
        </span>
      </EntryCell>
    </tr>
  );
}
