import type { ReactNode } from "react";
import { cn } from "./cn";

/** What a screen says when it has nothing to show: why, and what to do about it. */
export function EmptyState({
  heading: Heading = "h2",
  mark,
  title,
  children,
  actions,
  below,
  className,
}: {
  /** h1 where it is all that the page says. */
  heading?: "h1" | "h2";
  mark?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  below?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn("flex flex-col items-center gap-1.5 px-6 py-12 text-center", className)}>
      {mark && <span className="mb-2.5 text-hairline-strong">{mark}</span>}
      <Heading className="font-semibold text-lead tracking-[-0.015em]">{title}</Heading>
      {children && <div className="max-w-[46ch] text-balance text-secondary">{children}</div>}
      {actions && <div className="mt-3.5 flex flex-wrap justify-center gap-2">{actions}</div>}
      {below}
    </div>
  );
}
