"use client";

import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { Button, type ButtonVariants } from "./button";

/** What a menu needs that is loaded when it is first opened: the button it opens beside, and what to call when it closes. */
export interface MenuState {
  anchor: HTMLElement;
  onClose: () => void;
}

/** A button that opens a menu whose code comes along only then: `menu` draws a lazy component. */
export function MenuButton({
  menu,
  ...props
}: Omit<ComponentProps<"button">, "onClick"> & ButtonVariants & { menu: (menu: MenuState) => ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button {...props} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)} />
      <Suspense>{anchor && menu({ anchor, onClose: () => setAnchor(null) })}</Suspense>
    </>
  );
}
