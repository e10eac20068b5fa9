"use client";

import type { ComponentProps } from "react";
import type { ButtonLook } from "../ui/button";
import { Button } from "../ui/button";
import { type LinkCommand, useLinkCommands } from "./link-commands";

/** A button that opens a window of the dashboard, for pages that are drawn on the server. */
export function CommandButton({ command, ...props }: Omit<ComponentProps<"button">, "onClick"> & ButtonLook & { command: LinkCommand }) {
  const { open } = useLinkCommands();
  return <Button {...props} aria-haspopup="dialog" onClick={() => open(command)} />;
}
