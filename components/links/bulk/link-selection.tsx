"use client";

import { createContext, type ReactNode, use, useMemo, useRef, useState } from "react";
import { useTexts } from "#texts";
import type { Link, LinkRef } from "@/lib/links/link";
import { useMayEdit } from "../../layout/role";
import { Checkbox } from "../../ui/checkbox";
import type { MatchParameters } from "../links-href";
import { useOptimisticLinks } from "./optimistic-links";

interface Selection {
  /** The links on this page, in order. */
  links: Link[];
  /** The search and filter of the list as the URL holds them, and how many links they match. */
  matches: Matches;
  selected: LinkRef[];
  /** Whether all that match are selected, not only links of this page. */
  isWhole: boolean;
  isSelected: (slug: string) => boolean;
  /** With `isRange` also everything between this link and the one toggled before. */
  toggle: (slug: string, isRange?: boolean) => void;
  /** Selects all links of the page, or nothing. */
  selectAll: (on: boolean) => void;
  /** Selects links of all pages. */
  selectWhole: (links: LinkRef[]) => void;
}

interface Matches extends MatchParameters {
  total: number;
}

const Context = createContext<Selection | null>(null);

export function useLinkSelection(): Selection {
  const selection = use(Context);
  if (!selection) throw new Error("useLinkSelection needs a LinkSelectionProvider around it.");
  return selection;
}

/**
 * The selected links of the page. Links that leave the page are no longer selected, unless all that
 * match are. `isAll`: at first all of the page are selected.
 */
export function LinkSelectionProvider({
  links,
  matches,
  isAll,
  children,
}: {
  links: Link[];
  matches: Matches;
  isAll: boolean;
  children: ReactNode;
}) {
  const mayEdit = useMayEdit();
  const { shown } = useOptimisticLinks();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(mayEdit && isAll ? links.map(({ slug }) => slug) : []),
  );
  const [whole, setWhole] = useState<{ of: string; links: LinkRef[] } | null>(null);
  const before = useRef<string>(undefined);
  // Another search, or another number of links that it matches, is another whole.
  const of = JSON.stringify(matches);
  const value = useMemo(() => {
    const all = whole?.of === of ? whole.links : null;
    const isSelected = (slug: string) => all !== null || chosen.has(slug);
    const choose = (slugs: readonly string[]) => {
      setChosen(new Set(slugs));
      setWhole(null);
    };
    const toggle = (slug: string, isRange = false) => {
      if (!mayEdit) return;
      const [from, to] = [before.current, slug]
        .map((end) => links.findIndex((link) => link.slug === end))
        .sort((a, b) => a - b) as [number, number];
      const changed =
        isRange && from >= 0 ? links.slice(from, to + 1).map((link) => link.slug) : [slug];
      const kept = links
        .map((link) => link.slug)
        .filter((each) => isSelected(each) && !changed.includes(each));
      before.current = slug;
      choose(isSelected(slug) ? kept : [...kept, ...changed]);
    };
    return {
      links,
      matches,
      selected: all ?? links.filter(({ slug }) => chosen.has(slug) && !shown[slug]?.isDeleted),
      isWhole: all !== null,
      isSelected,
      toggle,
      selectAll: (on: boolean) => choose(on ? links.map(({ slug }) => slug) : []),
      selectWhole: (found: LinkRef[]) => setWhole({ of, links: found }),
    };
  }, [links, matches, of, chosen, whole, shown, mayEdit]);
  return <Context value={value}>{children}</Context>;
}

/** On small screens it lies over the state icon and takes its place once any link is selected. */
export function SelectLink({ slug }: { slug: string }) {
  const t = useTexts("bulk");
  const { isSelected, toggle } = useLinkSelection();
  // The cell of the grid stays.
  if (!useMayEdit()) return <span className="max-sm:hidden" />;
  return (
    <Checkbox
      aria-label={t("select", { slug })}
      checked={isSelected(slug)}
      onChange={({ nativeEvent }) =>
        toggle(slug, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      className="z-1 max-sm:absolute max-sm:top-[18px] max-sm:start-4 max-sm:not-focus-visible:not-group-has-checked/list:opacity-0"
    />
  );
}

export function SelectAllLinks() {
  const t = useTexts("bulk");
  const { links, selected, isWhole, selectAll } = useLinkSelection();
  if (!useMayEdit()) return <span />;
  const all = links.length > 0 && (isWhole || selected.length === links.length);
  return (
    <Checkbox
      aria-label={t("selectPage")}
      checked={all}
      some={selected.length > 0 && !all}
      onChange={() => selectAll(!all)}
    />
  );
}
