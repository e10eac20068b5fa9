import type { ReactNode } from "react";
import { IconSprite } from "@/components/ui/icon-sprite";

/** Around every page of the dashboard, signed in or not. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <IconSprite />
      {children}
    </>
  );
}
