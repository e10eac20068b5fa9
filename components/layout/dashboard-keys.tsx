"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { pressedKey } from "../ui/pressed-key";
import { useOpenDialog } from "./open-dialog";
import { useShortcuts } from "./use-shortcuts";

/** Shortcuts that work on every dashboard page. */
export function DashboardKeys() {
  const open = useOpenDialog();
  const router = useRouter();

  useShortcuts({
    c: () => open({ kind: "create" }),
    "?": () => open({ kind: "help" }),
    "/": () => focusSearch() || open({ kind: "palette" }),
    "g h": () => router.push("/dashboard/overview" as Route),
    "g l": () => router.push("/dashboard/links" as Route),
    "g t": () => router.push("/dashboard/statistics" as Route),
    "g s": () => router.push("/dashboard/settings" as Route),
    // Keys of earlier versions, which the help does not list.
    "g o": () => router.push("/dashboard/overview" as Route),
    "g c": () => router.push("/dashboard/statistics?more=campaigns#more" as Route),
  });

  // Not a single-key shortcut, so it also works in text fields and stays on when shortcuts are off.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        pressedKey(event).toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        document.querySelector("[data-modal]")
      )
        return;
      event.preventDefault();
      open({ kind: "palette" });
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [open]);
  return null;
}

/** Focuses the page's search field. Returns false if the page has no visible one. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>("input[type=search]");
  if (!search?.checkVisibility()) return false;
  search.focus();
  search.select();
  return true;
}
