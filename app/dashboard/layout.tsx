import type { ReactNode } from "react";
import { GlyphSheet } from "@/components/ui/glyph-sheet";

/** Around every page of the dashboard, signed in or not. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <GlyphSheet />
      {children}
    </>
  );
}
