import { useTexts } from "#texts";
import { formatNumber } from "@/lib/core/format";
import type { PartData } from "@/lib/http/part-data";
import type { MissedLinks } from "@/lib/stats/report/missed-links";
import { PageTab, PageTabs } from "../../layout/page-tabs";
import { ForEditors } from "../../layout/role";
import { Part } from "../../ui/part";

interface LinksTabsProps {
  current: "all" | "missed" | "tags";
  missed: Promise<PartData<MissedLinks>>;
  locale: string;
}

/** The pages about links. */
export function LinksTabs({ current, missed, locale }: LinksTabsProps) {
  const t = useTexts("links.list");
  return (
    <PageTabs label={t("title")} small>
      <PageTab href="/dashboard/links" isCurrent={current === "all"}>
        {t("tabs.all")}
      </PageTab>
      <PageTab href="/dashboard/missed" isCurrent={current === "missed"}>
        {t("tabs.missed")}
        <Part data={missed} skeleton={null}>
          {({ missedLinks, more }) => (
            <span className="font-normal text-label text-tertiary tabular-nums">
              {formatNumber(missedLinks.length + more, locale)}
            </span>
          )}
        </Part>
      </PageTab>
      <ForEditors>
        <PageTab href="/dashboard/tags" isCurrent={current === "tags"}>
          {t("tabs.tags")}
        </PageTab>
      </ForEditors>
    </PageTabs>
  );
}
