import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { BrowserZone } from "./browser-zone";
import { LogoTile, Watermark } from "./logo";

/** Layout of sign-in, setup and invitation pages: one narrow column over a watermark. */
export function AuthLayout({
  title,
  host,
  children,
}: {
  title: string;
  host: string;
  children: ReactNode;
}) {
  const t = useTexts("signIn");
  return (
    <div className="relative grid min-h-svh grid-rows-[1fr_auto] overflow-hidden px-4 py-5 sm:p-6">
      <BrowserZone />
      <Watermark small />
      <main className="relative w-full max-w-[344px] self-center justify-self-center pb-[6vh]">
        <LogoTile size={40} />
        <h1 className="mt-5 font-semibold text-title tracking-head">{title}</h1>
        <p className="mt-0.5 break-words text-secondary">
          <span className="mono">{host}</span>
        </p>
        <TextsProvider of={["signIn"]}>{children}</TextsProvider>
      </main>
      <footer className="relative mx-auto flex w-full max-w-[1200px] justify-between gap-4 border-hairline border-t pt-4 text-label text-tertiary">
        <span>Slugline</span>
        <a href="/" className="hover:underline">
          {t("home")}
        </a>
      </footer>
    </div>
  );
}
