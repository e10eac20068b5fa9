import { cookies, headers } from "next/headers";
import { cache } from "react";
import { knownTimeZone } from "@/lib/core/time-zone";

/** What a page has to know about who reads it. */
export interface Viewer {
  /** BCP 47 tag that figures are written by. */
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
    locale: firstLocale(sent.get("accept-language")),
    isApple: /Mac|iPhone|iPad/.test(sent.get("user-agent") ?? ""),
    theme: theme === "light" || theme === "dark" ? theme : "system",
    shortcuts: jar.get(shortcutsCookie)?.value !== "off",
    timeZone: knownTimeZone(jar.get(timeZoneCookie)?.value) ?? "UTC",
  };
});

/** The first language that Intl knows; else English. */
function firstLocale(acceptLanguage: string | null): string {
  for (const part of acceptLanguage?.split(",") ?? []) {
    const tag = part.split(";", 1)[0]?.trim() ?? "";
    try {
      const [known] = Intl.NumberFormat.supportedLocalesOf(tag);
      if (known) return known;
    } catch {
      // Not a language tag: the next one may be.
    }
  }
  return "en";
}
