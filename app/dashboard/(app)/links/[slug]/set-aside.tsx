"use client";

import { lazy, Suspense } from "react";
import { useMayEdit } from "@/components/layout/role";
import type { SetAsideProps } from "./set-aside-button";

/** Rarely shown, so the page does not carry what it needs. */
const Button = lazy(() => import("./set-aside-button"));

export function SetAside(props: SetAsideProps) {
  return useMayEdit() ? (
    <Suspense>
      <Button {...props} />
    </Suspense>
  ) : null;
}
