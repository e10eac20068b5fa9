"use client";

import { useTransition } from "react";
import { useTexts } from "#texts";
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
  const { tell } = useTellJob();
  const [pending, start] = useTransition();
  const remove = () =>
    start(async () => {
      const success = t("deleted", { name });
      if (await tell([name], (key) => removeTag(key, name), "change", { success })) onClose();
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
