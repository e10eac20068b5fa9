import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { mostTags, type TagColor, tagKey } from "@/lib/core/tag";
import { chipStyle } from "../../ui/chip";
import { cn } from "../../ui/cn";
import { Segmented, segmentStyle } from "../../ui/segmented";
import { Waiting } from "../../ui/waiting";
import { TagDot } from "../tag-mark";

/** So many fit into one or two lines; the rest unfolds, up to `mostUnfolded`. */
const mostShown = 12;
const mostUnfolded = 100;

export interface ChosenTags {
  tag?: string[] | undefined;
  tagMode?: "any" | "all" | undefined;
}

interface TagFilterProps {
  query: ChosenTags;
  colors: ReadonlyMap<string, TagColor>;
  href: (changes: ChosenTags) => Route;
  /** Before the tags; without tags it stands alone. */
  first?: ReactNode;
  /** Behind the tags. */
  children?: ReactNode;
}

/** Chooses links by tag: chosen tags come first. With several a link needs any of them, or all. */
export function TagFilter({ query, colors, href, first, children }: TagFilterProps) {
  const chosen = query.tag ?? [];
  const isChosen = (name: string) => chosen.some((each) => tagKey(each) === tagKey(name));
  // A list can be filtered by at most this many tags.
  const others =
    chosen.length >= mostTags ? [] : [...colors.keys()].filter((name) => !isChosen(name));
  if (chosen.length + others.length === 0 && !first) return null;
  const names = [...chosen, ...others];
  const rest = names.slice(Math.max(mostShown, chosen.length));
  const chipOf = (name: string) => (
    <TagChip
      key={name}
      {...{ name, query, href, isOn: isChosen(name) }}
      color={colorOf(colors, name)}
    />
  );
  return (
    <nav
      aria-label={first ? "Links" : "Tags"}
      className="mb-3 flex items-center gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:has-[[open]]:flex-wrap max-sm:[&>*]:shrink-0 sm:flex-wrap"
    >
      {first}
      {names.slice(0, names.length - rest.length).map(chipOf)}
      {chosen.length > 1 && (
        <Segmented label="Links need" small className="max-sm:h-11">
          {(["any", "all"] as const).map((tagMode) => {
            const isOn = (query.tagMode ?? "any") === tagMode;
            return (
              <NextLink
                key={tagMode}
                href={href({ ...query, tagMode })}
                prefetch={false}
                scroll={false}
                aria-current={isOn ? "true" : undefined}
                className={segmentStyle({ on: isOn })}
              >
                {tagMode === "any" ? "Any" : "All"}
              </NextLink>
            );
          })}
        </Segmented>
      )}
      {rest.length > 0 && (
        <details className="group/more open:w-full">
          <summary
            className={cn(
              chipStyle(),
              "w-fit cursor-pointer list-none [&::-webkit-details-marker]:hidden",
            )}
          >
            <span className="group-open/more:hidden">{rest.length} more</span>
            <span className="hidden group-open/more:inline">Fewer</span>
          </summary>
          <div className="mt-2 flex max-h-60 flex-wrap gap-2 overflow-y-auto p-0.5">
            {rest.slice(0, mostUnfolded).map(chipOf)}
            {rest.length > mostUnfolded && (
              <NextLink
                href={"/dashboard/settings/tags" as Route}
                prefetch={false}
                className={chipStyle()}
              >
                All tags
              </NextLink>
            )}
          </div>
        </details>
      )}
      {children}
    </nav>
  );
}

type TagChipProps = Pick<TagFilterProps, "query" | "href"> & {
  name: string;
  color: TagColor | undefined;
  isOn: boolean;
};

function TagChip({ name, color, query, href, isOn }: TagChipProps) {
  const { tag = [] } = query;
  const next = isOn ? tag.filter((each) => tagKey(each) !== tagKey(name)) : [...tag, name];
  return (
    <NextLink
      href={href({ ...query, tag: next })}
      prefetch={false}
      scroll={false}
      aria-current={isOn ? "true" : undefined}
      className={cn(chipStyle({ on: isOn }), "relative max-w-56")}
    >
      <Waiting className="absolute inset-x-2 bottom-0" />
      <TagDot color={color} />
      <span className="truncate">{name}</span>
    </NextLink>
  );
}

/** A name in the URL may be written in another case. */
function colorOf(colors: ReadonlyMap<string, TagColor>, name: string): TagColor | undefined {
  return colors.get(name) ?? [...colors].find(([each]) => tagKey(each) === tagKey(name))?.[1];
}
