"use client";

import type { Route } from "next";
import NextLink from "next/link";
import { useOptimistic, useState, useTransition } from "react";
import { useTexts } from "#texts";
import { findTag, mostTags, tagKey } from "@/lib/core/tag";
import type { BrowseQuery } from "@/lib/stats/list/browse-links";
import {
  MenuCheck,
  MenuChoice,
  MenuChoices,
  MenuLinkItem,
  MenuPopup,
  MenuRoot,
  MenuSeparator,
} from "../../ui/menu";
import type { MenuState } from "../../ui/menu-button";
import { useOnlineRouter } from "../../ui/use-online-router";
import { useAnswer } from "../link-queries";
import { linksHref, matchParameters, statisticsPage } from "../links-href";
import { TagDot } from "../tag-mark";

/** So many are listed. The page of tags has all. */
const mostListed = 200;

type Mode = "any" | "all" | "none" | "mixed";

const isName = (name: string) => (each: string) => tagKey(each) === tagKey(name);

/** How links need the chosen tags. Tags to have and tags to lack are mixed by "-tag:" in a search. */
function modeOf({ tag = [], notTag = [], tagMode }: BrowseQuery): Mode {
  if (notTag.length > 0) return tag.length > 0 ? "mixed" : "none";
  return tagMode === "all" && tag.length > 1 ? "all" : "any";
}

/**
 * Chooses links by tag: they have any of the chosen ones, or all, or none. Those that were chosen
 * come first.
 */
export default function TagsMenu({
  query: given,
  anchor,
  onClose,
}: { query: BrowseQuery } & MenuState) {
  const t = useTexts("links.search");
  const { push } = useOnlineRouter();
  const [pending, start] = useTransition();
  // A second tick adds to the first before that has loaded.
  const [query, setQuery] = useOptimistic(given);
  const known = useAnswer("link-tags", {}).answer ?? [];
  const { tag = [], notTag = [] } = query;
  const chosen = [...tag, ...notTag];
  const [first] = useState(chosen);
  const names = known.map(({ name }) => name);
  const others = names.filter((name) => !first.some((each) => findTag(names, each) === name));
  const mode = modeOf(query);
  const show = (tags: string[], to: Mode) => {
    const kept = (names: string[]) => names.filter((name) => tags.some(isName(name)));
    const next: Record<Mode, Partial<BrowseQuery>> = {
      any: { tag: tags, notTag: [], tagMode: "any" },
      all: { tag: tags, notTag: [], tagMode: "all" },
      none: { tag: [], notTag: tags },
      mixed: { tag: kept(tag), notTag: kept(notTag) },
    };
    start(() => {
      setQuery({ ...query, ...next[to] });
      push(linksHref(query, next[to]), { scroll: false });
    });
  };
  const toggle = (name: string, isOn: boolean) =>
    show(isOn ? chosen.filter((each) => !isName(name)(each)) : [...chosen, name], mode);
  const isSeveral = chosen.length > 1;
  const isTagsOnly = Object.entries(matchParameters({ ...query, tag: [] })).every(
    ([, value]) => value === "" || value === "all",
  );
  return (
    <MenuRoot open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuPopup anchor={anchor} align="start" className="w-64">
        {chosen.length > 0 && (
          <>
            <MenuChoices<Mode>
              label={t("modes.label")}
              value={mode}
              onValueChange={(to) => show(chosen, to)}
            >
              <MenuChoice value="any">{isSeveral ? t("modes.any") : t("modes.with")}</MenuChoice>
              {isSeveral && <MenuChoice value="all">{t("modes.all")}</MenuChoice>}
              <MenuChoice value="none">
                {isSeveral ? t("modes.none") : t("modes.without")}
              </MenuChoice>
            </MenuChoices>
            <MenuSeparator />
          </>
        )}
        <div
          data-pending={pending || undefined}
          className="max-h-[min(360px,50vh)] overflow-y-auto overscroll-contain"
        >
          {[...first, ...others].slice(0, mostListed).map((name) => {
            const isOn = chosen.some(isName(name));
            return (
              <MenuCheck
                key={name}
                checked={isOn}
                disabled={!isOn && chosen.length >= mostTags}
                onCheckedChange={() => toggle(name, isOn)}
              >
                <TagDot color={known.find((each) => each.name === findTag(names, name))?.color} />
                <span className="min-w-0 truncate">{name}</span>
              </MenuCheck>
            );
          })}
        </div>
        <MenuSeparator />
        {tag.length > 0 && isTagsOnly && (
          <MenuLinkItem
            closeOnClick
            render={<NextLink href={statisticsPage(query) as Route} prefetch={false} />}
          >
            {t("statistics")}
          </MenuLinkItem>
        )}
        {chosen.length > 0 && (
          <MenuLinkItem
            closeOnClick
            render={
              <NextLink
                href={linksHref(query, { tag: [], notTag: [] })}
                prefetch={false}
                scroll={false}
              />
            }
          >
            {t("clearTags")}
          </MenuLinkItem>
        )}
        <MenuLinkItem
          closeOnClick
          render={<NextLink href={"/dashboard/tags" as Route} prefetch={false} />}
        >
          {t("allTags")}
        </MenuLinkItem>
      </MenuPopup>
    </MenuRoot>
  );
}
