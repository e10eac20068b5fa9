import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { getPublicLook } from "@/components/layout/public-look";
import { getViewer } from "@/components/layout/viewer";
import { isSharePath } from "@/lib/core/share";
import { returnPathHeader } from "@/lib/owners/return-path";
import { directionOf } from "@/lib/texts/languages";
import "./globals.css";

export const metadata: Metadata = {
  title: "Slugline",
  icons: { icon: [{ url: "/mark.svg", type: "image/svg+xml" }] },
};

const fonts = ["/fonts/geist-latin-variable.woff2", "/fonts/geist-mono-latin-variable.woff2"];

export default async function RootLayout({ children }: { children: ReactNode }) {
  for (const font of fonts)
    preload(font, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  const { theme } = await getViewer();
  const { lang, dir } = await pageLanguage();
  return (
    <html
      lang={lang}
      dir={dir === "rtl" ? dir : undefined}
      data-theme={theme === "system" ? undefined : theme}
    >
      {/* Not in `viewport`: Next inserts those anew on each navigation, and a new color scheme restyles the whole page. */}
      <head>
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#FAFAF9" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0F0E0D" />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** The middleware marks the pages of the dashboard, and share pages among them. */
async function pageLanguage(): Promise<{ lang: string; dir: "ltr" | "rtl" }> {
  const path = (await headers()).get(returnPathHeader);
  if (path === null || isSharePath(path)) return (await getPublicLook()).texts;
  const { language } = await getViewer();
  return { lang: language, dir: directionOf(language) };
}
