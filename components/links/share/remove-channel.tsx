"use client";

import { lazy, Suspense } from "react";
import { useMayEdit } from "../../layout/role";
import type { RemoveChannelProps } from "./remove-channel-button";

/** Few links have channels that an owner added. */
const Button = lazy(() => import("./remove-channel-button"));

/** Removes a channel that an owner added. Its clicks stay. */
export function RemoveChannel(props: RemoveChannelProps) {
  return useMayEdit() ? (
    <Suspense fallback={<span className="size-7 max-sm:size-11" />}>
      <Button {...props} />
    </Suspense>
  ) : null;
}
