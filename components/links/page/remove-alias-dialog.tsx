"use client";

import { useTexts } from "#texts";
import { mono } from "@/components/texts/tags";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { AlertDialog } from "../../ui/alert-dialog";
import { showToast } from "../../ui/toast";
import { useAction } from "../../ui/use-action";

interface Props {
  slug: string;
  alias: string;
  clickCount: number;
  /** Of the control that gets the focus when the pressed button disappears. */
  focusId: string;
  onClose: () => void;
}

/**
 * Removes an alias. That can be undone only if it has no clicks: added anew, it would count from 0.
 */
export default function RemoveAliasDialog({ slug, alias, clickCount, focusId, onClose }: Props) {
  const t = useTexts("links.aliases");
  const actions = useDashboardActions();
  const { run } = useAction();
  const remove = () => {
    onClose();
    const undo = () => run(() => actions.editAliases(slug, { add: alias }));
    run(
      () => actions.editAliases(slug, { remove: alias }),
      () => {
        document.querySelector<HTMLElement>(`[data-focus="${focusId}"]`)?.focus();
        showToast(t("removed", { slug: alias }), clickCount === 0 ? { undo } : {});
      },
    );
  };
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={t.rich("removeTitle", { slug: alias, mono })}
      action={t("removeAlias")}
      onConfirm={remove}
    >
      {clickCount > 0 ? t("removeNoteClicks", { clicks: clickCount }) : t("removeNote")}
    </AlertDialog>
  );
}
