"use client";

import { useEffect } from "react";
import type { Link } from "@/lib/links/link";
import { useSharedUrl } from "../../layout/instance";
import { useOpenDialog } from "../../layout/open-dialog";
import { useShortcuts } from "../../layout/use-shortcuts";
import { copyText } from "../../ui/copy-button";
import { useLinkSelection } from "../bulk/link-selection";
import { focusAwaitedRow, slugAt } from "../row-focus";

/**
 * Shortcuts of the list: J and K move the focus between rows, the others act on the focused row.
 */
export function ListKeys() {
  const open = useOpenDialog();
  const sharedUrl = useSharedUrl();
  const { links, toggle } = useLinkSelection();
  const onFocused = (act: (link: Link) => void) => () => {
    const link = links.find(({ slug }) => slug === focusedSlug());
    if (link) act(link);
  };
  useEffect(() => focusAwaitedRow(links.map(({ slug }) => slug)), [links]);
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: onFocused(({ slug }) => toggle(slug)),
    X: onFocused(({ slug }) => toggle(slug, true)),
    s: onFocused((link) => void copyText(sharedUrl(link))),
    e: onFocused((link) => open({ kind: "edit", link })),
  });
  return null;
}

function focusedSlug(): string | undefined {
  return slugAt(document.activeElement);
}

function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("li:not([hidden]) [data-row-link]")];
  const here = rows.findIndex((row) => slugAt(row) === focusedSlug());
  const to = here < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, here + step));
  rows[to]?.focus();
}
