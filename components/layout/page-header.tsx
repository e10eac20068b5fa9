import type { ReactNode } from "react";

/** A sticky page title with actions on the right, or below where there is no room. */
export function PageHead({
  title,
  note,
  tabs,
  children,
}: {
  title: ReactNode;
  note?: ReactNode;
  /** Of the pages that share the title. */
  tabs?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 bg-page py-2.5 sm:sticky sm:top-0 sm:z-5">
      <div className="me-auto flex flex-wrap items-center gap-3">
        <h1 className="font-semibold text-title tracking-head">{title}</h1>
        {note && <span className="text-small text-tertiary tabular-nums">{note}</span>}
        {tabs}
      </div>
      {children && (
        <div className="flex min-w-0 max-w-full flex-wrap items-center gap-2 max-sm:empty:hidden print:hidden">
          {children}
        </div>
      )}
    </header>
  );
}
