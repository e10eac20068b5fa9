"use client";

import { CalendarClock, CirclePause, CirclePlay, Download, Trash2 } from "lucide-react";
import { useOpenDialog } from "../layout/open-dialog";
import { buttonStyle } from "../ui/button";
import { cn } from "../ui/cn";
import { Kbd } from "../ui/kbd";
import { useChangeLinks } from "./link-mutations";
import { useLinkSelection } from "./link-selection";

const item = cn(buttonStyle({ variant: "inverse", size: "small" }), "h-8");
const rule = <span aria-hidden className="mx-1 h-5 w-px bg-on-inverse/20" />;

/** Actions on the selected links. */
export default function BulkActions() {
  const open = useOpenDialog();
  const change = useChangeLinks();
  const { selected, selectAll } = useLinkSelection();
  const count = selected.length;
  const enable = (enabled: boolean) =>
    void change(selected, { enabled }, `${count === 1 ? `/${selected[0]?.slug} is` : `${count} links are`} ${enabled ? "enabled" : "disabled"}`);

  return (
    <section
      aria-label="Selected links"
      className="sticky bottom-5 z-6 mx-auto mt-5 flex w-max max-w-full flex-wrap items-center gap-0.5 rounded-xl bg-inverse p-1.5 text-on-inverse text-small shadow-overlay max-sm:hidden"
    >
      <span className="pr-2 pl-2.5 font-medium">{count} selected</span>
      {rule}
      <button type="button" className={item} onClick={() => enable(true)}>
        <CirclePlay aria-hidden className="size-4" /> Enable
      </button>
      <button type="button" className={item} onClick={() => enable(false)}>
        <CirclePause aria-hidden className="size-4" /> Disable
      </button>
      <button type="button" className={item} onClick={() => open({ kind: "expiry", links: selected })}>
        <CalendarClock aria-hidden className="size-4" /> Set expiry
      </button>
      <a className={item} href={`/dashboard/settings/data/export?${new URLSearchParams(selected.map(({ slug }) => ["slug", slug]))}`} download>
        <Download aria-hidden className="size-4" /> Export
      </a>
      {rule}
      <button
        type="button"
        className={cn(item, "text-on-inverse-danger [&_svg]:text-on-inverse-danger")}
        onClick={() => open({ kind: "delete", links: selected })}
      >
        <Trash2 aria-hidden className="size-4" /> Delete
      </button>
      {rule}
      <button type="button" className={item} aria-label="Clear selection" onClick={() => selectAll(false)}>
        <Kbd>Esc</Kbd>
      </button>
    </section>
  );
}
