import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { TextsProvider } from "@/components/texts/texts-provider";
import { IconSprite } from "@/components/ui/icon-sprite";
import { LostNotice } from "@/components/ui/lost-notice";
import { isSharePath } from "@/lib/core/share";
import { returnPathHeader } from "@/lib/owners/return-path";

export const metadata: Metadata = {
  manifest: "/manifest.webmanifest",
  icons: { icon: [{ url: "/mark.svg", type: "image/svg+xml" }], apple: "/icon-192.png" },
};

/** The layout of all dashboard pages, signed in or not. Share pages get nothing that is not theirs. */
export default async function Layout({ children }: { children: ReactNode }) {
  const path = (await headers()).get(returnPathHeader) ?? "";
  const page = (
    <>
      <IconSprite />
      {children}
    </>
  );
  return isSharePath(path) ? (
    page
  ) : (
    <TextsProvider of={["common"]}>
      {page}
      <LostNotice />
    </TextsProvider>
  );
}
