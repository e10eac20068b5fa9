import type { ReactNode } from "react";
import { Logo, Watermark } from "./logo";

/** Layout of the public pages outside the dashboard. */
export function PublicLayout({ children, foot }: { children: ReactNode; foot: ReactNode }) {
  return (
    <div className="relative grid min-h-svh grid-rows-[1fr_auto] overflow-hidden p-6">
      <Watermark />
      <main className="relative w-full max-w-[1200px] self-center justify-self-center pb-[12vh] *:max-w-[440px]">
        <Logo />
        {children}
      </main>
      <footer className="relative mx-auto flex w-full max-w-[1200px] justify-between gap-4 border-hairline border-t pt-4 text-label text-tertiary">
        {foot}
      </footer>
    </div>
  );
}
