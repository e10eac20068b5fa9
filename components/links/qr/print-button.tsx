"use client";

import type { ReactNode } from "react";
import { Printer } from "@/components/ui/icons";
import { Button } from "../../ui/button";

export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <Button variant="primary" onClick={() => print()}>
      <Printer aria-hidden className="size-4" />
      {children}
    </Button>
  );
}
