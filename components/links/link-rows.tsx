"use client";

import { createContext, lazy, type ReactNode, Suspense, use, useMemo, useState } from "react";
import type { Link } from "@/lib/links/link";

interface RowMenu {
  openMenu: (link: Link, anchor: HTMLElement) => void;
  /** The slug of the link whose menu is open. */
  openFor: string | undefined;
  /** Slugs of the last hovered and the last focused row. */
  near: readonly (string | undefined)[];
}

const Context = createContext<RowMenu>({ openMenu: () => {}, openFor: undefined, near: [] });

export function useLinkRowMenu(): RowMenu {
  return use(Context);
}

const LinkMenu = lazy(() => import("./link-menu"));

/**
 * The list of rows with one shared, lazily loaded menu. It tracks the hovered and the focused row, so that only those render
 * their quick actions, which for all rows would be a tenth of the page.
 */
export function LinkRows({ label, children }: { label: string; children: ReactNode }) {
  const [shown, setShown] = useState<{ link: Link; anchor: HTMLElement } | null>(null);
  const [hovered, setHovered] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const menu = useMemo(
    () => ({ openMenu: (link: Link, anchor: HTMLElement) => setShown({ link, anchor }), openFor: shown?.link.slug, near: [hovered, focused] }),
    [shown, hovered, focused],
  );
  return (
    <Context value={menu}>
      <ul aria-label={label} onPointerOver={({ target }) => setHovered(slugAt(target))} onFocus={({ target }) => setFocused(slugAt(target))}>
        {children}
      </ul>
      <Suspense>{shown && <LinkMenu {...shown} onClose={() => setShown(null)} />}</Suspense>
    </Context>
  );
}

function slugAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-slug]")?.dataset.slug : undefined;
}
