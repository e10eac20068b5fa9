import type { Route } from "next";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { ArrowLeft } from "@/components/ui/icons";
import { PrintButton } from "./print-button";
import { SheetCode } from "./sheet-code";

/** QR codes to print on A4 or Letter. Paper is white in both themes. */
export function CodeSheet({
  codes,
  back,
  children,
}: {
  /** `isPrinted`: of a channel that is printed. Beside such codes the others are not ticked. */
  codes: { name: string; url: string; campaign: string; isPrinted: boolean }[];
  back: { href: string; name: ReactNode };
  /** Below the codes. */
  children?: ReactNode;
}) {
  const t = useTexts("links.sheet");
  const hasPrinted = codes.some(({ isPrinted }) => isPrinted);
  return (
    <main className="mx-auto max-w-[1024px] px-(--space-gutter) pb-14 print:max-w-none print:p-0">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3 py-5 print:hidden">
        <div className="me-auto min-w-0">
          <NextLink
            href={back.href as Route}
            className="mb-1 inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-bar text-secondary text-small hover:text-text max-sm:min-h-11"
          >
            <ArrowLeft aria-hidden className="size-3.5" />
            {back.name}
          </NextLink>
          <h1 className="font-semibold text-title tracking-head">{t("title")}</h1>
          <p className="text-secondary">{t("note")}</p>
        </div>
        <PrintButton>{t("print")}</PrintButton>
      </header>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(216px,1fr))] gap-4 print:grid-cols-3 print:gap-[5mm]">
        {codes.map(({ isPrinted, ...code }) => (
          <SheetCode key={code.url} {...code} isTicked={isPrinted || !hasPrinted} />
        ))}
      </ul>
      {children}
    </main>
  );
}
