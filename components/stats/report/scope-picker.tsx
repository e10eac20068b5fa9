import NextLink from "next/link";
import { ListChecks } from "@/components/stats/icons";
import { X } from "@/components/ui/icons";
import { mostSlugs, type TagColor } from "@/lib/core/tag";
import type { PageQuery } from "@/lib/stats/query/page-query";
import type { ReportScope } from "@/lib/stats/query/report-scope";
import { statisticsPage } from "../../links/links-href";
import { TagFilter } from "../../links/list/tag-filter";
import { buttonStyle } from "../../ui/button";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { DropPanel } from "../../ui/drop-panel";
import { Textarea } from "../../ui/textarea";
import { Waiting } from "../../ui/waiting";
import { pageHref, pageParameters } from "../page-address";

interface ScopePickerProps {
  scope: ReportScope;
  query: PageQuery;
  colors: ReadonlyMap<string, TagColor>;
}

/**
 * Chooses what the statistics page is about: all links, tags, or some links. Works without scripts.
 */
export function ScopePicker({ scope, query, colors }: ScopePickerProps) {
  const isAll = !scope.tag && !scope.slug;
  return (
    <TagFilter
      query={scope}
      colors={colors}
      href={({ tag, tagMode }) => pageHref(statisticsPage({ tag, tagMode }), query)}
      first={
        <NextLink
          href={pageHref(statisticsPage({}), query)}
          prefetch={false}
          scroll={false}
          aria-current={isAll ? "true" : undefined}
          className={cn(chipStyle({ on: isAll }), "relative")}
        >
          <Waiting className="absolute inset-x-2 bottom-0" />
          All links
        </NextLink>
      }
    >
      <ChosenLinks scope={scope} query={query} />
    </TagFilter>
  );
}

const mostShown = 6;

function ChosenLinks({ scope, query }: Omit<ScopePickerProps, "colors">) {
  const { slug: slugs = [] } = scope;
  return (
    <>
      {slugs.slice(0, mostShown).map((slug) => (
        <NextLink
          key={slug}
          href={pageHref(statisticsPage({ slug: slugs.filter((each) => each !== slug) }), query)}
          prefetch={false}
          scroll={false}
          aria-label={`Remove /${slug}`}
          className={cn(chipStyle({ on: true }), "relative max-w-56")}
        >
          <Waiting className="absolute inset-x-2 bottom-0" />
          <span className="mono truncate">/{slug}</span>
          <X aria-hidden />
        </NextLink>
      ))}
      <DropPanel key={slugs.join()} className="open:w-full">
        <summary
          className={cn(
            chipStyle({ on: slugs.length > mostShown }),
            "w-fit cursor-pointer list-none [&::-webkit-details-marker]:hidden",
          )}
        >
          <ListChecks aria-hidden />
          {slugs.length > mostShown ? `and ${slugs.length - mostShown} more` : "Choose links"}
        </summary>
        <form
          action="/dashboard/statistics"
          className="mt-2 grid max-w-[340px] gap-3 rounded-card border border-hairline bg-surface p-4"
        >
          {[...pageParameters(query)].map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <label htmlFor="slugs" className="-mb-1.5 font-medium text-small">
            Slugs
          </label>
          <Textarea
            id="slugs"
            name="slug"
            required
            rows={3}
            defaultValue={slugs.join("\n")}
            placeholder="spring-sale, guide"
            spellCheck={false}
            className="mono"
          />
          <p className="text-label text-secondary">
            Separated by commas, spaces or lines. At most {mostSlugs}: for more, give the links a
            tag.
          </p>
          <button type="submit" className={buttonStyle({ variant: "primary" })}>
            Show
          </button>
        </form>
      </DropPanel>
    </>
  );
}
