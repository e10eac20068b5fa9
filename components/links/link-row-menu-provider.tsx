"use client";

import { createContext, lazy, type ReactNode, Suspense, use, useMemo, useState } from "react";
import type { Link } from "@/lib/links/link";

interface RowMenu {
  openMenu: (link: Link, anchor: HTMLElement) => void;
  /** The slug of the link whose menu is open. */
  openFor: string | undefined;
}

const Context = createContext<RowMenu>({ openMenu: () => {}, openFor: undefined });

export function useLinkRowMenu(): RowMenu {
  return use(Context);
}

const LinkRowMenu = lazy(() => import("./link-row-menu"));

/** One menu for all rows of a list; its code is loaded when it is first opened. */
export function LinkRowMenuProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ link: Link; anchor: HTMLElement } | null>(null);
  const menu = useMemo(() => ({ openMenu: (link: Link, anchor: HTMLElement) => setShown({ link, anchor }), openFor: shown?.link.slug }), [shown]);
  return (
    <Context value={menu}>
      {children}
      <Suspense>{shown && <LinkRowMenu {...shown} onClose={() => setShown(null)} />}</Suspense>
    </Context>
  );
}
