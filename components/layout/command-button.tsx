"use client";

import type { ComponentProps } from "react";
import type { ButtonVariants } from "../ui/button";
import { Button } from "../ui/button";
import { type DialogRequest, useOpenDialog } from "./open-dialog";

/** A button that opens a dialog, for server-rendered pages. */
export function CommandButton({ command, ...props }: Omit<ComponentProps<"button">, "onClick"> & ButtonVariants & { command: DialogRequest }) {
  const open = useOpenDialog();
  return <Button {...props} aria-haspopup="dialog" onClick={() => open(command)} />;
}
