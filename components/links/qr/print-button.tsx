"use client";

import { Printer } from "@/components/ui/icons";
import { Button } from "../../ui/button";

export function PrintButton() {
  return (
    <Button variant="primary" onClick={() => print()}>
      <Printer aria-hidden className="size-4" />
      Print
    </Button>
  );
}
