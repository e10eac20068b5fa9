"use client";

import { formatNumber } from "@/lib/core/format";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useViewer } from "../../layout/viewer-context";
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
  const { locale } = useViewer();
  const actions = useDashboardActions();
  const { run } = useAction();
  const remove = () => {
    onClose();
    const undo = () => run(() => actions.editAliases(slug, { add: alias }));
    run(
      () => actions.editAliases(slug, { remove: alias }),
      () => {
        document.querySelector<HTMLElement>(`[data-focus="${focusId}"]`)?.focus();
        showToast(`Removed /${alias}: it answers 404 now`, clickCount === 0 ? { undo } : {});
      },
    );
  };
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={
        <>
          Remove <span className="mono">/{alias}</span>?
        </>
      }
      action="Remove alias"
      onConfirm={remove}
    >
      This short link will stop working.
      {clickCount > 0 &&
        ` Its ${clickCount === 1 ? "click stays" : `${formatNumber(clickCount, locale)} clicks stay`} counted for the link.`}
    </AlertDialog>
  );
}
