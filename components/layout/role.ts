"use client";

import { createContext, type ReactNode, use } from "react";
import type { Role } from "@/lib/core/access";

/**
 * The viewer's role. What changes something is absent for readers; the server refuses it whatever
 * is shown.
 */
export const RoleContext = createContext<Role>("reader");

/** Whether the viewer may change links. */
export function useMayEdit(): boolean {
  return use(RoleContext) !== "reader";
}

/** Part of a page that readers do not have, or that is another one for them. */
export function ForEditors({
  children,
  otherwise = null,
}: {
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  return useMayEdit() ? children : otherwise;
}
