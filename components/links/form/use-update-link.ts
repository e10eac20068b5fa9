"use client";

import type { ActionResult } from "@/lib/core/action-result";
import type { Link } from "@/lib/links/link";
import { type LinkInput, useDashboardActions } from "../../layout/dashboard-actions";
import { showToast } from "../../ui/toast";
import { answerOf } from "../../ui/use-action";
import { useFollowLink } from "../use-follow-link";
import { canUndo, undoOf } from "./link-draft";

/**
 * Changes one link. Shows a toast with Undo if that worked; if not, the caller shows the result
 * where it was typed.
 */
export function useUpdateLink(): (before: Link, changes: LinkInput) => Promise<ActionResult<Link>> {
  const actions = useDashboardActions();
  const follow = useFollowLink();
  return async (before, changes) => {
    const result = await answerOf(actions.updateLink(before.slug, changes));
    if (!result.ok) return result;
    const { slug } = result.value;
    const undo = async () => {
      const undone = await answerOf(actions.updateLink(slug, undoOf(before, changes)));
      if (!undone.ok) return showToast(`Could not undo: ${undone.message}`, { failed: true });
      showToast("Undone");
      follow(slug, before.slug);
    };
    showToast(`Saved /${slug}`, canUndo(before, changes) ? { undo: () => void undo() } : {});
    follow(before.slug, slug);
    return result;
  };
}
