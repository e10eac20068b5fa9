"use client";

import { Button } from "../ui/button";
import { showToast } from "../ui/toast";
import { useAction } from "../ui/use-action";
import { destinationText } from "./destination-text";
import { useLinkActions } from "./link-actions";

/** Checks a link's destination and its preview again and shows the result in a toast. */
export function CheckPreviewButton({ slug, className }: { slug: string; className?: string }) {
  const actions = useLinkActions();
  const { run, pending } = useAction();
  const check = () =>
    run(
      () => actions.checkPreview(slug),
      ({ destination, reason }) => {
        const { title, isFailure } = destinationText[destination];
        showToast(`/${slug}: ${title}${reason === null ? "" : `. ${reason.replace(/\.$/, "")}`}`, { failed: isFailure });
      },
    );
  return (
    <Button size="small" className={className} disabled={pending} onClick={check}>
      {pending ? "Checking" : "Check now"} <span className="sr-only">/{slug}</span>
    </Button>
  );
}
