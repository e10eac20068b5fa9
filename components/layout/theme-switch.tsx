"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Segment, Segmented } from "@/components/ui/segmented";
import type { Theme } from "./reader";
import { useReader } from "./reader-context";

const choices = [
  { theme: "light", name: "Light", Icon: Sun },
  { theme: "dark", name: "Dark", Icon: Moon },
  { theme: "system", name: "System", Icon: Monitor },
] as const;

/** The page turns at once; `save` keeps the choice in a cookie, so that the server draws the next page in it. */
export function ThemeSwitch({ save, icons = false }: { save: (theme: Theme) => Promise<void>; icons?: boolean }) {
  const [chosen, setChosen] = useState(useReader().theme);
  const choose = (theme: Theme) => {
    setChosen(theme);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    void save(theme);
  };
  if (!icons) {
    return (
      <Segmented label="Theme">
        {choices.map(({ theme, name, Icon }) => (
          <Segment key={theme} on={chosen === theme} onClick={() => choose(theme)}>
            <Icon aria-hidden />
            {name}
          </Segment>
        ))}
      </Segmented>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div role="group" aria-label="Theme" className="flex">
      {choices.map(({ theme, name, Icon }) => (
        <button
          key={theme}
          type="button"
          aria-pressed={chosen === theme}
          aria-label={`${name} theme`}
          title={`${name} theme`}
          onClick={() => choose(theme)}
          className={cn(
            "grid size-7 place-items-center rounded-chip hover:bg-hover hover:text-text",
            chosen === theme ? "text-accent" : "text-tertiary",
          )}
        >
          <Icon aria-hidden className="size-3.5" />
        </button>
      ))}
    </div>
  );
}
