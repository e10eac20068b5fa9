import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { getViewer } from "@/components/layout/viewer";
import "./globals.css";

export const metadata: Metadata = {
  title: "Slugline",
  icons: { icon: [{ url: "/mark.svg", type: "image/svg+xml" }] },
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#FAFAF9" },
    { media: "(prefers-color-scheme: dark)", color: "#0F0E0D" },
  ],
};

const fonts = ["/fonts/geist-latin-variable.woff2", "/fonts/geist-mono-latin-variable.woff2"];

export default async function RootLayout({ children }: { children: ReactNode }) {
  for (const font of fonts) preload(font, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  const { theme } = await getViewer();
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <body>{children}</body>
    </html>
  );
}
