"use client";

import { Segment, Segmented } from "@/components/ui/segmented";
import { type SaveTheme, useTheme } from "./use-theme";

const names = { light: "Light", dark: "Dark", system: "System" } as const;

/** The theme switch on the preferences page. */
export function ThemeSwitch({ save }: { save: SaveTheme }) {
  const [chosen, choose] = useTheme(save);
  return (
    <Segmented label="Theme">
      {(["light", "dark", "system"] as const).map((theme) => (
        <Segment key={theme} on={chosen === theme} onClick={() => choose(theme)}>
          {names[theme]}
        </Segment>
      ))}
    </Segmented>
  );
}
