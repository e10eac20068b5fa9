"use client";

import { useEffect } from "react";
import { pressedKey } from "../ui/pressed-key";
import { useOnlineRouter } from "../ui/use-online-router";
import { useOpenDialog } from "./open-dialog";
import { useShortcuts } from "./use-shortcuts";

/** Shortcuts that work on every dashboard page. */
export function DashboardKeys() {
  const open = useOpenDialog();
  const { push } = useOnlineRouter();

  useShortcuts({
    c: () => open({ kind: "create" }),
    "?": () => open({ kind: "help" }),
    "/": () => focusSearch() || open({ kind: "palette" }),
    "g h": () => push("/dashboard/overview"),
    "g l": () => push("/dashboard/links"),
    "g t": () => push("/dashboard/statistics"),
    "g s": () => push("/dashboard/settings"),
    // Keys of earlier versions, which the help does not list.
    "g o": () => push("/dashboard/overview"),
    "g c": () => push("/dashboard/statistics?more=campaigns#more"),
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
