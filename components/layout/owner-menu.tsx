import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** The signed-in owner at the bottom of the sidebar, linked to the settings. `above` holds the server state and the theme switch. */
export function OwnerFoot({ email, above }: { email: string; above: ReactNode }) {
  return (
    <>
      <div className="flex items-center justify-between gap-2 pl-1 max-lg:hidden">{above}</div>
      <a
        href="/dashboard/settings"
        title={email}
        className="flex items-center gap-2.5 border-hairline border-t px-2 pt-3 pb-0.5 max-lg:justify-center max-lg:px-0"
      >
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-chip bg-accent-tint font-semibold text-[12px] text-accent-ink uppercase"
        >
          {email.slice(0, 1)}
        </span>
        <span className="min-w-0 flex-1 truncate text-small max-lg:sr-only">{email}</span>
        <ChevronRight aria-hidden className="size-3.5 text-tertiary max-lg:hidden" />
      </a>
    </>
  );
}
