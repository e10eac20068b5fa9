"use client";

import type { ComponentProps } from "react";
import type { ButtonVariants } from "../ui/button";
import { Button } from "../ui/button";
import { type DialogRequest, isEditing, useOpenDialog } from "./open-dialog";
import { useMayEdit } from "./role";

/**
 * A button that opens a dialog, for server-rendered pages. Readers have none for what changes
 * links.
 */
export function CommandButton({
  command,
  ...props
}: Omit<ComponentProps<"button">, "onClick"> & ButtonVariants & { command: DialogRequest }) {
  const open = useOpenDialog();
  const mayEdit = useMayEdit();
  if (!mayEdit && isEditing(command)) return null;
  return <Button {...props} aria-haspopup="dialog" onClick={() => open(command)} />;
}
