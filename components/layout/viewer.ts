import { cookies, headers } from "next/headers";
import { cache } from "react";
import { type RequestLanguage, requestLanguage } from "@/components/texts/request-language";
import { knownTimeZone, timeZoneCookie } from "@/lib/core/time-zone";
import { shortcutsCookie, type Theme, themeCookie } from "@/lib/core/viewer-cookies";

/** Settings of the person looking at the dashboard. */
export interface Viewer extends RequestLanguage {
  /** Whether shortcuts use Cmd instead of Ctrl. */
  isApple: boolean;
  theme: Theme;
  /** Single-key shortcuts, which some viewers must be able to switch off (WCAG 2.1.4). */
  shortcuts: boolean;
  /**
   * IANA name, the browser's until another is chosen. Timestamps are shown in it, days and hours in
   * statistics begin in it.
   */
  timeZone: string;
}

export const getViewer = cache(async (): Promise<Viewer> => {
  const [jar, sent] = [await cookies(), await headers()];
  const theme = jar.get(themeCookie)?.value;
  return {
    ...(await requestLanguage()),
    isApple: /Mac|iPhone|iPad/.test(sent.get("user-agent") ?? ""),
    theme: theme === "light" || theme === "dark" ? theme : "system",
    shortcuts: jar.get(shortcutsCookie)?.value !== "off",
    timeZone: knownTimeZone(jar.get(timeZoneCookie)?.value) ?? "UTC",
  };
});
