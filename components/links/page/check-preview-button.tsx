"use client";

import { useDashboardActions } from "../../layout/dashboard-actions";
import { useMayEdit } from "../../layout/role";
import { Button } from "../../ui/button";
import { showToast } from "../../ui/toast";
import { useAction } from "../../ui/use-action";

/** Checks a link's destination and its preview again and shows the result in a toast. */
export function CheckPreviewButton({ slug, className }: { slug: string; className?: string }) {
  const mayEdit = useMayEdit();
  const actions = useDashboardActions();
  const { run, pending } = useAction();
  if (!mayEdit) return null;
  const check = () =>
    run(
      async () => {
        // Loaded with the check: the page stays small.
        const { destinationText } = await import("./destination-text");
        const result = await actions.checkPreview(slug);
        return result.ok
          ? { ...result, value: { ...result.value, ...destinationText[result.value.destination] } }
          : result;
      },
      ({ title, isFailure, reason }) =>
        showToast(`/${slug}: ${title}${reason === null ? "" : `. ${reason.replace(/\.$/, "")}`}`, {
          failed: isFailure,
        }),
    );
  return (
    <Button size="small" className={className} disabled={pending} onClick={check}>
      {pending ? "Checking" : "Check now"} <span className="sr-only">/{slug}</span>
    </Button>
  );
}
