"use client";

import { X } from "@/components/ui/icons";
import type { Channel } from "@/lib/links/channel";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useMayEdit } from "../../layout/role";
import { Button } from "../../ui/button";
import { showToast } from "../../ui/toast";
import { useAction } from "../../ui/use-action";

/** Removes a channel that an owner added. Its clicks stay. */
export function RemoveChannel({
  slug,
  channel,
  name,
}: {
  slug: string;
  channel: Channel;
  name: string;
}) {
  const mayEdit = useMayEdit();
  const actions = useDashboardActions();
  const { run, pending } = useAction();
  if (!mayEdit) return null;
  const undo = () => run(() => actions.addChannel(slug, channel));
  const removed = () => {
    // This button goes away, so the focus moves to its opposite in the channel board.
    document.getElementById("add-channel")?.focus();
    showToast(`Removed ${name}`, { undo });
  };
  const remove = () => run(() => actions.removeChannel(slug, channel), removed);
  return (
    <Button
      variant="bare"
      size="iconSmall"
      className="max-sm:size-11"
      aria-label={`Remove ${name}`}
      disabled={pending}
      onClick={remove}
    >
      <X aria-hidden className="size-4" />
    </Button>
  );
}
