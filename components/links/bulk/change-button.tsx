"use client";

import { type ComponentProps, lazy } from "react";
import { useMayEdit } from "../../layout/role";

/** Few pages show the button, so they alone load what changes a link and reports it. */
const ChangeLinkButton = lazy(() => import("./change-link-button"));

export function ChangeButton(props: ComponentProps<typeof ChangeLinkButton>) {
  return useMayEdit() && <ChangeLinkButton {...props} />;
}
