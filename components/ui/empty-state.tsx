import type { ReactNode } from "react";
import { cn } from "./cn";

/** An empty state: why there is nothing to show, and what to do. */
export function EmptyState({
  heading: Heading = "h2",
  mark,
  title,
  children,
  actions,
  below,
  className,
}: {
  /** Use h1 if it is the only content of the page. */
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
      <Heading className="max-w-full font-semibold text-lead tracking-[-0.015em] [overflow-wrap:anywhere]">
        {title}
      </Heading>
      {children && <div className="max-w-[46ch] text-balance text-secondary">{children}</div>}
      {actions && <div className="mt-3.5 flex flex-wrap justify-center gap-2">{actions}</div>}
      {below}
    </div>
  );
}
