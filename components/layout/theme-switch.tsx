"use client";

import { Segment, Segmented } from "@/components/ui/segmented";
import { useDashboardActions } from "./dashboard-actions";
import { themeNames, useTheme } from "./use-theme";

/** The theme switch on the preferences page. */
export function ThemeSwitch() {
  const [chosen, choose] = useTheme(useDashboardActions().saveTheme);
  return (
    <Segmented label="Theme">
      {themeNames.map(({ theme, name }) => (
        <Segment key={theme} on={chosen === theme} onClick={() => choose(theme)}>
          {name}
        </Segment>
      ))}
    </Segmented>
  );
}
