"use client";

import { type ComponentProps, lazy, Suspense } from "react";

/** Rarely shown, so the list does not carry what it needs. */
const Button = lazy(() => import("./undo-change-button"));

export function UndoChange(props: ComponentProps<typeof Button>) {
  return (
    <Suspense>
      <Button {...props} />
    </Suspense>
  );
}
