"use client";

import { useSyncExternalStore } from "react";
import { Monitor, Moon, Sun } from "@/components/ui/icons";
import type { ActionResult } from "@/lib/core/action-result";
import type { Theme } from "@/lib/core/viewer-cookies";
import { useAction } from "../ui/use-action";
import { useViewer } from "./viewer-context";

type SaveTheme = (theme: Theme) => Promise<ActionResult>;

/** Each is called by its name in `common.themes`. */
export const themeChoices = [
  { theme: "light", Icon: Sun },
  { theme: "dark", Icon: Moon },
  { theme: "system", Icon: Monitor },
] as const;

/**
 * Applies the theme at once; `save` stores it in a cookie, so that the server renders the next page
 * with it.
 */
export function useTheme(save: SaveTheme): [Theme, (theme: Theme) => void] {
  const { run } = useAction();
  const { theme: rendered } = useViewer();
  const chosen = useSyncExternalStore(followTheme, currentTheme, () => rendered);
  const choose = (theme: Theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    run(() => save(theme));
  };
  return [chosen, choose];
}

function currentTheme(): Theme {
  return (document.documentElement.dataset.theme as Theme | undefined) ?? "system";
}

/** There are several switches on a page, which all show the same theme. */
function followTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
