import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
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

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { theme } = await getViewer();
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <body>{children}</body>
    </html>
  );
}
