import type { ReactNode } from "react";
import { IconSprite } from "@/components/ui/icon-sprite";

/** The layout of all dashboard pages, signed in or not. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <IconSprite />
      {children}
    </>
  );
}
