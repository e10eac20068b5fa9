"use client";

import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import type { Link } from "@/lib/links/link";
import { Checkbox } from "../ui/checkbox";

interface Selection {
  /** The links on this page, in order. */
  links: Link[];
  selected: Link[];
  isSelected: (slug: string) => boolean;
  toggle: (slug: string) => void;
  /** Selects or deselects all links. */
  selectAll: (on: boolean) => void;
}

const Context = createContext<Selection | null>(null);

export function useLinkSelection(): Selection {
  const selection = use(Context);
  if (!selection) throw new Error("useLinkSelection needs a LinkSelectionProvider around it.");
  return selection;
}

/** The selected links of the page. Links that leave the page are no longer selected. */
export function LinkSelectionProvider({ links, children }: { links: Link[]; children: ReactNode }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((slug: string) => {
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(slug)) after.add(slug);
      return after;
    });
  }, []);
  const value = useMemo(
    () => ({
      links,
      selected: links.filter(({ slug }) => chosen.has(slug)),
      isSelected: (slug: string) => chosen.has(slug),
      toggle,
      selectAll: (on: boolean) => setChosen(new Set(on ? links.map(({ slug }) => slug) : [])),
    }),
    [links, chosen, toggle],
  );
  return <Context value={value}>{children}</Context>;
}

export function SelectLink({ slug }: { slug: string }) {
  const { isSelected, toggle } = useLinkSelection();
  return <Checkbox aria-label={`Select ${slug}`} checked={isSelected(slug)} onChange={() => toggle(slug)} className="max-sm:hidden" />;
}

export function SelectAllLinks() {
  const { links, selected, selectAll } = useLinkSelection();
  const all = links.length > 0 && selected.length === links.length;
  return <Checkbox aria-label="Select all on this page" checked={all} some={selected.length > 0 && !all} onChange={() => selectAll(!all)} />;
}
