"use client";

import { useTransition } from "react";
import { useTexts } from "#texts";
import type { JobOutcome } from "@/components/links/jobs/follow-job";
import { useTellJob } from "@/components/links/jobs/use-job";
import { AlertDialog } from "@/components/ui/alert-dialog";
import type { Tag } from "@/lib/core/tag";
import { removeTag } from "./actions";

/** Asks before a tag is deleted. */
export function DeleteTag({
  tag: { name, linkCount },
  onClose,
}: {
  tag: Tag;
  onClose: () => void;
}) {
  const t = useTexts("tags");
  const { run, tell } = useTellJob();
  const [pending, start] = useTransition();
  const remove = () =>
    start(async () => {
      const told = (end: JobOutcome) => tell(end, "change", { success: t("deleted", { name }) });
      const outcome = await run([name], (key) => removeTag(key, name), told);
      if (!outcome?.refusal) onClose();
    });
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={t("deleteTitle", { name })}
      action={t("deleteTag")}
      pending={pending}
      onConfirm={remove}
    >
      {t("deleteNote", { links: linkCount })}
    </AlertDialog>
  );
}
