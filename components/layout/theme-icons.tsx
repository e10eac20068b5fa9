"use client";

import { Icon } from "../ui/icon";
import { type SaveTheme, useTheme } from "./use-theme";

const choices = [
  { theme: "light", name: "Light theme", icon: "sun" },
  { theme: "dark", name: "Dark theme", icon: "moon" },
  { theme: "system", name: "System theme", icon: "monitor" },
] as const;

/** The compact theme switch at the bottom of the sidebar. */
export function ThemeIcons({ save }: { save: SaveTheme }) {
  const [chosen, choose] = useTheme(save);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that this has no place for
    <div role="group" aria-label="Theme" className="flex">
      {choices.map(({ theme, name, icon }) => (
        <button
          key={theme}
          type="button"
          aria-pressed={chosen === theme}
          aria-label={name}
          title={name}
          onClick={() => choose(theme)}
          className={`grid size-6 place-items-center rounded-chip hover:bg-hover hover:text-text ${chosen === theme ? "text-accent" : "text-tertiary"}`}
        >
          <Icon name={icon} className="size-3.5" />
        </button>
      ))}
    </div>
  );
}
