"use client";

import { useTexts } from "#texts";
import { Segment, Segmented } from "@/components/ui/segmented";
import { useDashboardActions } from "./dashboard-actions";
import { themeChoices, useTheme } from "./use-theme";

/** The theme switch on the preferences page. */
export function ThemeSwitch() {
  const t = useTexts("common.themes");
  const [chosen, choose] = useTheme(useDashboardActions().saveTheme);
  return (
    <Segmented label={t("label")}>
      {themeChoices.map(({ theme }) => (
        <Segment key={theme} on={chosen === theme} onClick={() => choose(theme)}>
          {t(theme)}
        </Segment>
      ))}
    </Segmented>
  );
}
