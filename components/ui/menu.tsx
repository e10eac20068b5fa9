"use client";

import { Menu as Base } from "@base-ui/react/menu";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Check } from "./icons";

export const MenuRoot = Base.Root;

/**
 * `anchor`: the element to open beside and return the focus to, if it is not the menu's trigger.
 */
export function MenuPopup({
  children,
  align = "end",
  anchor,
  className,
}: {
  children: ReactNode;
  align?: "start" | "end";
  anchor?: HTMLElement;
  className?: string;
}) {
  return (
    <Base.Portal>
      <Base.Positioner
        sideOffset={6}
        align={align}
        {...(anchor ? { anchor } : {})}
        className="z-30 outline-none"
      >
        <Base.Popup
          {...(anchor ? { finalFocus: () => anchor } : {})}
          className={cn(
            "max-h-(--available-height) min-w-44 overflow-y-auto overscroll-contain rounded-card bg-raised p-1 shadow-overlay outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0",
            className,
          )}
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

const itemStyle =
  "flex min-h-8 w-full cursor-pointer items-center gap-2.5 rounded-chip px-2.5 text-start text-small outline-none select-none data-disabled:cursor-default data-highlighted:bg-chosen data-disabled:opacity-45 max-sm:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-tertiary";

export function MenuItem({
  danger = false,
  keys,
  className,
  children,
  ...props
}: ComponentProps<typeof Base.Item> & { danger?: boolean; keys?: string }) {
  return (
    <Base.Item
      className={cn(itemStyle, danger && "text-danger [&_svg]:text-danger", className as string)}
      {...props}
    >
      {children}
      {keys && <span className="ms-auto ps-4 text-label text-tertiary">{keys}</span>}
    </Base.Item>
  );
}

/**
 * A menu item that is a link. `render` takes a router link: `render={<Link href="/dashboard/links"
 * />}`.
 */
export function MenuLinkItem({ className, ...props }: ComponentProps<typeof Base.LinkItem>) {
  return <Base.LinkItem className={cn(itemStyle, className as string)} {...props} />;
}

/** Choices of which one is on. The menu stays open, so that another one can be tried. */
export function MenuChoices<T extends string>({
  label,
  value,
  onValueChange,
  children,
}: {
  label: string;
  value: T;
  onValueChange: (value: T) => void;
  children: ReactNode;
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={onValueChange} aria-label={label}>
      {children}
    </Base.RadioGroup>
  );
}

export function MenuChoice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.RadioItem value={value} className={itemStyle}>
      {children}
      <Base.RadioItemIndicator className="ms-auto">
        <Check aria-hidden />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  );
}

/** A choice besides others. The menu stays open. */
export function MenuCheck({ children, ...props }: ComponentProps<typeof Base.CheckboxItem>) {
  return (
    <Base.CheckboxItem className={itemStyle} {...props}>
      {children}
      <Base.CheckboxItemIndicator className="ms-auto">
        <Check aria-hidden />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  );
}

/** Items under a heading. */
export function MenuGroup({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-1.5 pb-1 text-label text-tertiary">
        {name}
      </Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-2.5 my-1 h-px bg-hairline" />;
}
