"use client";

import { useLinkStatus } from "next/link";
import { cn } from "./cn";

/** Inside a router link: a pulsing line while its target loads. */
export function Waiting({ className }: { className?: string }) {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden
      data-pending={pending || undefined}
      className={cn(
        "h-0.5 rounded-full bg-accent",
        pending ? "animate-breathe" : "invisible",
        className,
      )}
    />
  );
}
