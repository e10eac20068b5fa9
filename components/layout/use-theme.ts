"use client";

import { useState } from "react";
import type { ActionResult } from "@/lib/core/action-result";
import { useAction } from "../ui/use-action";
import type { Theme } from "./viewer";
import { useViewer } from "./viewer-context";

export type SaveTheme = (theme: Theme) => Promise<ActionResult>;

/** Applies the theme at once; `save` stores it in a cookie, so that the server renders the next page with it. */
export function useTheme(save: SaveTheme): [Theme, (theme: Theme) => void] {
  const { run } = useAction();
  const [chosen, setChosen] = useState(useViewer().theme);
  const choose = (theme: Theme) => {
    setChosen(theme);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    run(() => save(theme));
  };
  return [chosen, choose];
}
