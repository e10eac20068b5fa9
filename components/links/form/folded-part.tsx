import type { ReactNode } from "react";
import { ChevronRight } from "@/components/ui/icons";
import { cn } from "../../ui/cn";

/** A part of the dialog that a button unfolds. `summary` says what is in it. */
export function FoldedPart({
  title,
  summary,
  isOpen,
  onToggle,
  children,
}: {
  title: string;
  summary: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-3 border-hairline border-t pt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onToggle(!isOpen)}
        className="flex min-h-9 items-center gap-2 rounded-bar text-left font-medium text-small max-sm:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={cn("size-4 text-secondary transition-transform", isOpen && "rotate-90")}
        />
        {title}
        <span className="truncate font-normal text-label text-tertiary">{summary}</span>
      </button>
      {isOpen && children}
    </div>
  );
}
