import NextLink from "next/link";
import { useTexts } from "#texts";
import { ChartSpline } from "@/components/stats/icons";
import { ChevronDown, X } from "@/components/ui/icons";
import { findTag, type TagColor } from "@/lib/core/tag";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { ReportScope } from "@/lib/stats/query/report-scope";
import { otherParameter, statisticsPage } from "../../links/links-href";
import { TagDot } from "../../links/tag-mark";
import { buttonStyle } from "../../ui/button";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { DropPanel } from "../../ui/drop-panel";
import { Input } from "../../ui/input";
import { pageHref, pageParameters } from "../page-address";
import { dropContent, dropSummary } from "./scope-picker";

const mostTags = 8;

interface CompareWithProps {
  scope: ReportScope;
  /** What is chosen. */
  other: ReportScope | null;
  query: PageQuery;
  colors: ReadonlyMap<string, TagColor>;
}

/**
 * Chooses a second link or tag, whose clicks the chart has beside those of the scope. Works without
 * scripts.
 */
export function CompareWith({ scope, other, query, colors }: CompareWithProps) {
  const t = useTexts("stats.scope");
  const known = [...colors.keys()];
  const isIn = ({ tag = [] }: ReportScope, name: string) =>
    tag.some((each) => findTag(known, each) === name);
  const tags = [...colors].filter(([name]) => !isIn(scope, name)).slice(0, mostTags);
  const own = new URLSearchParams(statisticsPage(scope).split("?")[1]);
  const alone = pageHref(statisticsPage(scope), query);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div role="group" aria-label={t("secondLine")} className="min-w-0 max-sm:w-full">
      <DropPanel key={other ? otherName(other) : ""} className="group relative min-w-0">
        <summary className={dropSummary}>
          <ChartSpline aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">
            {other ? t("with", { name: otherName(other) }) : t("compareWith")}
          </span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-tertiary max-sm:ms-auto" />
        </summary>
        <div className={dropContent}>
          {other && (
            <NextLink
              href={alone}
              prefetch={false}
              scroll={false}
              className={cn(chipStyle({ on: true }), "w-fit max-w-full")}
            >
              <span className="truncate">{t("noLonger", { name: otherName(other) })}</span>
              <X aria-hidden />
            </NextLink>
          )}
          {tags.length > 0 && (
            <ul aria-label={t("compareTags")} className="flex flex-wrap gap-2">
              {tags.map(([name, color]) => {
                const isOn = other !== null && isIn(other, name);
                return (
                  <li key={name} className="min-w-0">
                    <NextLink
                      href={isOn ? alone : pageHref(statisticsPage(scope, { tag: [name] }), query)}
                      prefetch={false}
                      scroll={false}
                      aria-current={isOn ? "true" : undefined}
                      className={cn(chipStyle({ on: isOn }), "max-w-56")}
                    >
                      <TagDot color={color} />
                      <span className="truncate">{name}</span>
                    </NextLink>
                  </li>
                );
              })}
            </ul>
          )}
          <form action="/dashboard/statistics" className="grid gap-1.5">
            {[...own, ...pageParameters(query)].map(([name, value]) => (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            ))}
            <label htmlFor="with" className="text-label text-tertiary">
              {t("compareLabel")}
            </label>
            <div className="flex gap-2">
              <Input
                id="with"
                name="with"
                required
                maxLength={200}
                defaultValue={other ? otherParameter(other) : ""}
                placeholder={t("exampleSlug")}
                spellCheck={false}
                autoCapitalize="off"
                className="mono min-w-0 flex-1"
              />
              <button type="submit" className={buttonStyle()}>
                {t("compare")}
              </button>
            </div>
          </form>
        </div>
      </DropPanel>
    </div>
  );
}

export function otherName({ tag, slug = [] }: ReportScope): string {
  return tag ? (tag[0] ?? "") : `/${slug[0]}`;
}
