"use client";

import { type ComponentProps, lazy } from "react";

/** Few pages show the button, so they alone load what changes a link and reports it. */
const ChangeLinkButton = lazy(() => import("./change-link-button"));

export function ChangeButton(props: ComponentProps<typeof ChangeLinkButton>) {
  return <ChangeLinkButton {...props} />;
}
