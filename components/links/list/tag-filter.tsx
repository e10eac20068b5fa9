import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { findTag, mostTags, type TagColor, tagKey } from "@/lib/core/tag";
import { chipStyle } from "../../ui/chip";
import { Segmented, segmentStyle } from "../../ui/segmented";
import { MoreTags, TagLink } from "./more-tags";

/** So many fit into one or two lines; the rest unfolds, up to `mostUnfolded`. */
const mostShown = 12;
const mostUnfolded = 100;

interface ChosenTags {
  tag?: string[] | undefined;
  tagMode?: "any" | "all" | undefined;
  /** Links with one of these are left out. */
  notTag?: string[] | undefined;
}

interface TagFilterProps {
  query: ChosenTags;
  colors: ReadonlyMap<string, TagColor>;
  href: (changes: ChosenTags) => Route;
  /** Whether links can be left out by tag. */
  excludes?: boolean | undefined;
  /** Before the tags; without tags it stands alone. */
  first?: ReactNode;
  /** Behind the tags. */
  children?: ReactNode;
}

/**
 * Chooses links by tag: chosen tags come first. With several a link needs any of them, or all, or
 * none.
 */
export function TagFilter({ query, colors, href, excludes, first, children }: TagFilterProps) {
  const t = useTexts("links.list");
  const without = query.notTag ?? [];
  const chosen = [...(query.tag ?? []), ...without];
  const known = [...colors.keys()];
  const meant = new Set(chosen.map((name) => findTag(known, name)));
  // A list can be filtered by at most this many tags.
  const others = chosen.length >= mostTags ? [] : known.filter((name) => !meant.has(name));
  if (chosen.length + others.length === 0 && !first) return null;
  const names = [...chosen, ...others];
  const rest = names.slice(Math.max(mostShown, chosen.length));
  const chipOf = (name: string) => (
    <TagChip key={name} {...{ name, query, href }} color={colors.get(findTag(known, name) ?? "")} />
  );
  return (
    <nav
      aria-label={first ? t("title") : t("tags")}
      className="mb-3 flex items-center gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:has-[[open]]:flex-wrap max-sm:[&>*]:shrink-0 sm:flex-wrap"
    >
      {first}
      {names.slice(0, names.length - rest.length).map(chipOf)}
      <TagModes query={query} href={href} excludes={excludes} />
      {rest.length > 0 && (
        <MoreTags
          tags={rest.slice(0, mostUnfolded).map((name) => ({
            label: name,
            color: colors.get(name),
            href: href(withTag(query, name)),
          }))}
          summary={
            <>
              <span className="group-open/more:hidden">
                {t("moreTags", { number: `${rest.length}` })}
              </span>
              <span className="hidden group-open/more:inline">{t("fewer")}</span>
            </>
          }
        >
          {rest.length > mostUnfolded && (
            <NextLink href={"/dashboard/tags" as Route} prefetch={false} className={chipStyle()}>
              {t("allTags")}
            </NextLink>
          )}
        </MoreTags>
      )}
      {children}
    </nav>
  );
}

/** How links need the chosen tags. Tags to have and tags to lack are mixed by "-tag:" in a search. */
function TagModes({ query, href, excludes }: Pick<TagFilterProps, "query" | "href" | "excludes">) {
  const t = useTexts("links.list");
  const { tag = [], notTag = [] } = query;
  const all = [...tag, ...notTag];
  const isSeveral = all.length > 1;
  if (all.length === 0 || !(isSeveral || excludes)) return null;
  const modes = [
    {
      name: isSeveral ? t("modes.any") : t("modes.with"),
      to: { tag: all, tagMode: "any", notTag: [] },
    },
    ...(isSeveral ? [{ name: t("modes.all"), to: { tag: all, tagMode: "all", notTag: [] } }] : []),
    ...(excludes
      ? [{ name: isSeveral ? t("modes.none") : t("modes.without"), to: { tag: [], notTag: all } }]
      : []),
  ] as { name: string; to: ChosenTags }[];
  const isMixed = tag.length > 0 && notTag.length > 0;
  const isOn = ({ to }: { to: ChosenTags }) =>
    !isMixed &&
    (to.notTag?.length ? tag.length === 0 : tag.length > 0) &&
    (!isSeveral || !to.tagMode || to.tagMode === (query.tagMode ?? "any"));
  return (
    <Segmented label={t("modes.label")} small className="max-sm:h-11">
      {modes.map((mode) => (
        <NextLink
          key={mode.name}
          href={href(mode.to)}
          prefetch={false}
          scroll={false}
          aria-current={isOn(mode) ? "true" : undefined}
          className={segmentStyle({ on: isOn(mode) })}
        >
          {mode.name}
        </NextLink>
      ))}
    </Segmented>
  );
}

type TagChipProps = Pick<TagFilterProps, "query" | "href"> & {
  name: string;
  color: TagColor | undefined;
};

function TagChip({ name, color, query, href }: TagChipProps) {
  const t = useTexts("links.list");
  const { tag = [], notTag = [] } = query;
  const isName = (each: string) => tagKey(each) === tagKey(name);
  const isWithout = notTag.some(isName);
  const isOn = isWithout || tag.some(isName);
  const others = (names: string[]) => names.filter((each) => !isName(each));
  const next = isOn ? { ...query, tag: others(tag), notTag: others(notTag) } : withTag(query, name);
  return (
    <TagLink
      label={isWithout ? t("notTag", { tag: name }) : name}
      color={color}
      href={href(next)}
      isOn={isOn}
    />
  );
}

/** With only tags to lack, one more is to lack, too. */
function withTag(query: ChosenTags, name: string): ChosenTags {
  const { tag = [], notTag = [] } = query;
  return tag.length === 0 && notTag.length > 0
    ? { ...query, notTag: [...notTag, name] }
    : { ...query, tag: [...tag, name] };
}
