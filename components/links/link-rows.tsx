"use client";

import { createContext, lazy, type ReactNode, Suspense, use, useMemo, useState } from "react";
import type { Link } from "@/lib/links/link";

interface RowMenu {
  openMenu: (link: Link, anchor: HTMLElement) => void;
  /** The slug of the link whose menu is open. */
  openFor: string | undefined;
  /** The slug of the link whose row is hovered or focused, or was last. */
  near: string | undefined;
}

const Context = createContext<RowMenu>({ openMenu: () => {}, openFor: undefined, near: undefined });

export function useLinkRowMenu(): RowMenu {
  return use(Context);
}

const LinkRowMenu = lazy(() => import("./link-row-menu"));

/**
 * The list of rows, with one menu for all of them, whose code is loaded when it is first opened. It knows which row one is
 * at, so that only that one has all its actions: five and twenty times as many are a fifth of the page.
 */
export function LinkRows({ label, children }: { label: string; children: ReactNode }) {
  const [shown, setShown] = useState<{ link: Link; anchor: HTMLElement } | null>(null);
  const [near, setNear] = useState<string>();
  const menu = useMemo(
    () => ({ openMenu: (link: Link, anchor: HTMLElement) => setShown({ link, anchor }), openFor: shown?.link.slug, near }),
    [shown, near],
  );
  const approach = ({ target }: { target: EventTarget }) =>
    setNear(target instanceof Element ? target.closest<HTMLElement>("[data-slug]")?.dataset.slug : undefined);
  return (
    <Context value={menu}>
      <ul aria-label={label} onPointerOver={approach} onFocus={approach}>
        {children}
      </ul>
      <Suspense>{shown && <LinkRowMenu {...shown} onClose={() => setShown(null)} />}</Suspense>
    </Context>
  );
}
