"use client";

import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { Button } from "./button";

/** Props of a lazily loaded menu: the button to anchor to, and a callback for closing. */
export interface MenuState {
  anchor: HTMLElement;
  onClose: () => void;
}

/** A button that opens a lazily loaded menu: `menu` renders a lazy component. */
export function MenuButton({
  menu,
  ...props
}: Omit<ComponentProps<typeof Button>, "onClick"> & {
  menu: (menu: MenuState) => ReactNode;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        {...props}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Suspense>{anchor && menu({ anchor, onClose: () => setAnchor(null) })}</Suspense>
    </>
  );
}
