import { cookies, headers } from "next/headers";
import { cache } from "react";
import { rankedLocales } from "@/lib/core/locale";
import { knownTimeZone, timeZoneCookie } from "@/lib/core/time-zone";

/** Settings of the person looking at the dashboard. */
export interface Viewer {
  /** BCP 47 tag used to format numbers. */
  locale: string;
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

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "theme";
export const shortcutsCookie = "shortcuts";

export const getViewer = cache(async (): Promise<Viewer> => {
  const [jar, sent] = [await cookies(), await headers()];
  const theme = jar.get(themeCookie)?.value;
  return {
    locale: formattingLocale(sent.get("accept-language")),
    isApple: /Mac|iPhone|iPad/.test(sent.get("user-agent") ?? ""),
    theme: theme === "light" || theme === "dark" ? theme : "system",
    shortcuts: jar.get(shortcutsCookie)?.value !== "off",
    timeZone: knownTimeZone(jar.get(timeZoneCookie)?.value) ?? "UTC",
  };
});

/** The best-ranked language that Intl supports, else English. */
function formattingLocale(acceptLanguage: string | null): string {
  return rankedLocales(acceptLanguage ?? "").find(isSupported) ?? "en";
}

function isSupported(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    // A tag such as i-default is well-formed, but none of Intl.
    return false;
  }
}
