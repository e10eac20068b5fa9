import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { getPublicLook } from "@/components/layout/public-look";
import { getViewer } from "@/components/layout/viewer";
import { returnPathHeader } from "@/lib/owners/return-path";
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
  return (
    <html lang={await pageLanguage()} data-theme={theme === "system" ? undefined : theme}>
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

/** The dashboard is in English. The middleware marks its pages. */
async function pageLanguage(): Promise<string> {
  return (await headers()).has(returnPathHeader) ? "en" : (await getPublicLook()).texts.lang;
}
