"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import type { Tag } from "@/lib/core/tag";
import { removeTag } from "./actions";

export function DeleteTag({ tag: { name, linkCount } }: { tag: Tag }) {
  const t = useTexts("tags");
  const [isOpen, setOpen] = useState(false);
  const { run, pending } = useAction();
  const close = () => setOpen(false);
  const remove = () =>
    run(
      () => removeTag(name),
      () => {
        close();
        showToast(t("deleted", { name }));
      },
    );
  return (
    <>
      <Button
        size="small"
        variant="dangerPlain"
        className="max-sm:h-11"
        aria-label={t("deleteNamed", { name })}
        onClick={() => setOpen(true)}
      >
        {t("delete")}
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={close}
        title={t("deleteTitle", { name })}
        action={t("deleteTag")}
        pending={pending}
        onConfirm={remove}
      >
        {t("deleteNote", { links: linkCount })}
      </AlertDialog>
    </>
  );
}
