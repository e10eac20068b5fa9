"use client";

import { useTransition } from "react";
import { Button } from "../ui/button";
import { showToast } from "../ui/toast";
import { tell, useLinkCommands } from "./link-commands";

/** Reads the destination of a link again and says how it went. */
export function CheckPreviewButton({ slug }: { slug: string }) {
  const { actions } = useLinkCommands();
  const [pending, start] = useTransition();
  const check = () =>
    start(async () =>
      tell(await actions.checkPreview(slug), (failure) =>
        failure ? showToast(`/${slug} still has no preview: ${failure}`, { failed: true }) : showToast(`The preview of /${slug} works`),
      ),
    );
  return (
    <Button size="small" disabled={pending} onClick={check}>
      {pending ? "Checking" : "Check now"} <span className="sr-only">/{slug}</span>
    </Button>
  );
}
