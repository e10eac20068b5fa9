"use client";

import { useState } from "react";
import { useViewer } from "@/components/layout/viewer-context";
import { AlertDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { formatNumber } from "@/lib/core/format";
import type { Tag } from "@/lib/core/tag";
import { removeTag } from "./actions";

export function DeleteTag({ tag: { name, linkCount } }: { tag: Tag }) {
  const [isOpen, setOpen] = useState(false);
  const { run, pending } = useAction();
  const { locale } = useViewer();
  const close = () => setOpen(false);
  const remove = () =>
    run(
      () => removeTag(name),
      () => {
        close();
        showToast(<>Deleted the tag {name}</>);
      },
    );
  return (
    <>
      <Button
        size="small"
        variant="dangerPlain"
        className="max-sm:h-11"
        aria-label={`Delete ${name}`}
        onClick={() => setOpen(true)}
      >
        Delete
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={close}
        title={`Delete the tag ${name}?`}
        action="Delete tag"
        pending={pending}
        onConfirm={remove}
      >
        {linkCount === 0
          ? "No link has it."
          : `${linkCount === 1 ? "1 link loses" : `${formatNumber(linkCount, locale)} links lose`} it. The links themselves stay.`}{" "}
        This cannot be undone.
      </AlertDialog>
    </>
  );
}
