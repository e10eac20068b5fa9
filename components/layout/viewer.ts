import { cookies, headers } from "next/headers";
import { cache } from "react";
import { rankedLocales } from "@/lib/core/locale";
import { knownTimeZone } from "@/lib/core/time-zone";

/** What a page has to know about who reads it. */
export interface Viewer {
  /** BCP 47 tag that statistics are written by. */
  locale: string;
  /** Its keyboard says Cmd, not Ctrl. */
  isApple: boolean;
  theme: Theme;
  /** Single-key shortcuts, which some viewers must be able to switch off (WCAG 2.1.4). */
  shortcuts: boolean;
  /** IANA name. Instants are written in it; the days of statistics are UTC for everybody. */
  timeZone: string;
}

export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "theme";
export const shortcutsCookie = "shortcuts";
export const timeZoneCookie = "timezone";

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

/** The best-ranked language that Intl knows; else English. */
function formattingLocale(acceptLanguage: string | null): string {
  return Intl.NumberFormat.supportedLocalesOf(rankedLocales(acceptLanguage ?? ""))[0] ?? "en";
}
