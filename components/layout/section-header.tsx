import type { ReactNode } from "react";

/** A section heading with actions on the right. */
export function PartHead({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex items-center justify-between gap-4 max-sm:flex-wrap">
      <div className="min-w-0">
        <h2 className="font-semibold text-lead tracking-[-0.015em]">{title}</h2>
        {note && <p className="text-pretty text-secondary text-small">{note}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2 sm:shrink-0">{children}</div>}
    </div>
  );
}
