"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useMemo,
  useState,
} from "react";
import type { Link } from "@/lib/links/link";
import { useLinkSelection } from "../bulk/link-selection";
import { slugAt } from "../row-focus";
import { useLongPress } from "./use-long-press";

interface RowMenu {
  openMenu: (link: Link, anchor: HTMLElement) => void;
  /** The slug of the link whose menu is open. */
  openFor: string | undefined;
}

const Context = createContext<RowMenu>({ openMenu: () => {}, openFor: undefined });

export function useLinkRowMenu(): RowMenu {
  return use(Context);
}

const loadMenu = () => import("./link-menu");
const LinkMenu = lazy(loadMenu);

/** The list of rows with one shared, lazily loaded menu. */
export function LinkRows({ label, children }: { label: string; children: ReactNode }) {
  const [shown, setShown] = useState<{ link: Link; anchor: HTMLElement } | null>(null);
  const [hovered, setHovered] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const menu = useMemo(
    () => ({
      openMenu: (link: Link, anchor: HTMLElement) => setShown({ link, anchor }),
      openFor: shown?.link.slug,
    }),
    [shown],
  );
  const { toggle } = useLinkSelection();
  const longPress = useLongPress(toggle);
  useLoadAhead(hovered);
  useLoadAhead(focused);
  return (
    <Context value={menu}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link of the row */}
      <ul
        aria-label={label}
        className="list-row"
        onPointerOver={({ target }) => setHovered(slugAt(target))}
        onFocus={({ target }) => setFocused(slugAt(target))}
        onClick={followRow}
        onAuxClick={followRow}
        {...longPress}
      >
        {children}
      </ul>
      <Suspense>{shown && <LinkMenu {...shown} onClose={() => setShown(null)} />}</Suspense>
    </Context>
  );
}

const restMs = 80;

/** Loads the page and the menu of a link that the pointer or the focus rests on. */
function useLoadAhead(slug: string | undefined): void {
  const router = useRouter();
  useEffect(() => {
    if (slug === undefined) return;
    // The types of typed routes leave the options out.
    const prefetch = router.prefetch as (href: string, options: { kind: string }) => void;
    const timer = setTimeout(() => {
      prefetch(`/dashboard/links/${slug}`, { kind: "full" });
      void loadMenu();
    }, restMs);
    return () => clearTimeout(timer);
  }, [slug, router]);
}

/**
 * The link of a row covers it, but for its texts, which can be selected: a press on those follows
 * the link like one on the link itself. With Ctrl, Cmd or the middle button the destination opens
 * itself.
 */
function followRow(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, nativeEvent } = event;
  if (
    !(target instanceof Element) ||
    button === 2 ||
    target.closest("a, button, input") ||
    !getSelection()?.isCollapsed
  )
    return;
  const destination = target.closest<HTMLElement>("[data-url]")?.dataset.url;
  if (destination && (button === 1 || ctrlKey || metaKey))
    return void open(destination, "_blank", "noreferrer");
  const link = target.closest("li")?.querySelector<HTMLAnchorElement>("[data-row-link]");
  if (button === 1 && link) return void open(link.href);
  link?.dispatchEvent(new globalThis.MouseEvent("click", nativeEvent));
}
