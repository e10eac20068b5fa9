import Link, { type LinkProps } from "next/link";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Announce } from "./announce";
import { buttonStyle } from "./button";
import { cn } from "./cn";
import { ChevronLeft, ChevronRight } from "./icons";
import { Waiting } from "./waiting";

type Href = LinkProps<unknown>["href"];

/** The position in a list with previous and next links; null where there is no such page. */
export function Pagination({
  children,
  back,
  next,
}: {
  children: string;
  back: Href | null;
  next: Href | null;
}) {
  const t = useTexts("common");
  return (
    <nav
      aria-label={t("pages")}
      className="flex items-center justify-between gap-4 px-1 pt-3 text-secondary text-small"
    >
      <span className="tabular-nums">{children}</span>
      <Announce text={children} />
      {(back ?? next) !== null && (
        <span className="flex gap-1">
          <Step href={back} variant="ghost" rel="prev">
            <ChevronLeft aria-hidden className="size-4" />
            {t("back")}
          </Step>
          <Step href={next} variant="plain" rel="next">
            {t("next")}
            <ChevronRight aria-hidden className="size-4" />
          </Step>
        </span>
      )}
    </nav>
  );
}

function Step({
  href,
  variant,
  rel,
  children,
}: {
  href: Href | null;
  variant: "ghost" | "plain";
  rel: string;
  children: ReactNode;
}) {
  const className = cn(buttonStyle({ variant, size: "small" }), "relative max-sm:h-11");
  if (href === null) {
    return (
      <button type="button" disabled className={className}>
        {children}
      </button>
    );
  }
  return (
    <Link href={href} rel={rel} className={className}>
      {children}
      <Waiting className="absolute inset-x-2 bottom-0" />
    </Link>
  );
}
