"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Tabs = Base.Root;
export const TabPanel = Base.Panel;

/** For a ruled card header; the underline of the selected tab covers the hairline. */
export function TabList({ className, ...props }: ComponentProps<typeof Base.List>) {
  return (
    <Base.List
      className={cn(
        "ms-auto flex max-w-full gap-3.5 self-stretch overflow-x-auto [scrollbar-width:none]",
        className as string,
      )}
      {...props}
    />
  );
}

export function Tab({ className, ...props }: ComponentProps<typeof Base.Tab>) {
  return (
    <Base.Tab
      className={cn(
        "relative -mb-px min-h-6 shrink-0 whitespace-nowrap px-px text-secondary text-small after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-text focus-visible:-outline-offset-2 data-active:font-medium data-active:text-text data-active:after:bg-accent max-sm:min-h-11 max-sm:min-w-9",
        className as string,
      )}
      {...props}
    />
  );
}
