import type { Metadata } from "next";
import type { ReactNode } from "react";
import { TextsProvider } from "@/components/texts/texts-provider";
import { IconSprite } from "@/components/ui/icon-sprite";

export const metadata: Metadata = {
  manifest: "/manifest.webmanifest",
  icons: { icon: [{ url: "/mark.svg", type: "image/svg+xml" }], apple: "/icon-192.png" },
};

/** The layout of all dashboard pages, signed in or not. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <TextsProvider of={["common"]}>
      <IconSprite />
      {children}
    </TextsProvider>
  );
}
