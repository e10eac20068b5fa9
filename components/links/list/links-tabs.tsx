import type { Route } from "next";
import NextLink from "next/link";
import { useTexts } from "#texts";
import { formatNumber } from "@/lib/core/format";
import type { PartData } from "@/lib/http/part-data";
import type { MissedLinks } from "@/lib/stats/report/missed-links";
import { ForEditors } from "../../layout/role";
import { Part } from "../../ui/part";
import { Segmented, segmentStyle } from "../../ui/segmented";

interface LinksTabsProps {
  current: "all" | "missed" | "tags";
  missed: Promise<PartData<MissedLinks>>;
  locale: string;
}

/** The pages about links. */
export function LinksTabs({ current, missed, locale }: LinksTabsProps) {
  const t = useTexts("links.list");
  const tab = (name: LinksTabsProps["current"], href: string, text: string) => (
    <NextLink
      href={href as Route}
      prefetch={false}
      aria-current={current === name ? "page" : undefined}
      className={segmentStyle({ on: current === name })}
    >
      {text}
      {name === "missed" && (
        <Part data={missed} skeleton={null}>
          {({ missedLinks, more }) => (
            <span className="font-normal text-label text-tertiary tabular-nums">
              {formatNumber(missedLinks.length + more, locale)}
            </span>
          )}
        </Part>
      )}
    </NextLink>
  );
  return (
    <nav aria-label={t("title")}>
      <Segmented label={t("title")} small className="max-sm:h-11">
        {tab("all", "/dashboard/links", t("tabs.all"))}
        {tab("missed", "/dashboard/missed", t("tabs.missed"))}
        <ForEditors>{tab("tags", "/dashboard/tags", t("tabs.tags"))}</ForEditors>
      </Segmented>
    </nav>
  );
}
