"use client";

import { useTexts } from "#texts";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
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
  const { run, pending } = useAction();
  const remove = () =>
    run(
      () => removeTag(name),
      () => {
        onClose();
        showToast(t("deleted", { name }));
      },
    );
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
