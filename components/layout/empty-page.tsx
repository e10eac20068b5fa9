import type { ComponentProps } from "react";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { PaleLogo } from "./logo";

/** In place of what a page would show, while there is nothing to show. */
export function EmptyPage({
  id,
  className,
  ...state
}: Omit<ComponentProps<typeof EmptyState>, "mark"> & { id?: string }) {
  return (
    <Card id={id} className={className}>
      <EmptyState mark={<PaleLogo />} {...state} />
    </Card>
  );
}
