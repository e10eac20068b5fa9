"use client";

import { useTexts } from "#texts";
import type { ActionResult } from "@/lib/core/action-result";
import type { Link } from "@/lib/links/link";
import type { LinkInput } from "@/lib/links/schema";
import { type SavedLink, useDashboardActions } from "../../layout/dashboard-actions";
import { showToast } from "../../ui/toast";
import { answerOf, unknownOutcome } from "../../ui/use-action";
import { useFollowLink } from "../use-follow-link";
import { useDescribeEdits } from "./edit-conflict";
import { canUndo, undoOf } from "./undo-of";

/** A link as it was shown, with the fields that are changed. */
export type ShownLink = Partial<Link> & Pick<Link, "slug">;

/**
 * Changes one link, unless others changed the same fields meanwhile. Shows a toast with Undo if that
 * worked; if not, the caller shows the result where it was typed. `seen`: the link as it was shown.
 */
export function useUpdateLink(): (
  seen: ShownLink,
  changes: LinkInput,
) => Promise<ActionResult<SavedLink>> {
  const actions = useDashboardActions();
  const follow = useFollowLink();
  const describeEdits = useDescribeEdits();
  const t = useTexts("form");
  return async (seen, changes) => {
    const result = await answerOf(actions.updateLink(seen.slug, changes, seen));
    if (!result.ok || result.value.meanwhile.length > 0) return result;
    const saved = result.value.link;
    const undo = async () => {
      const back = undoOf(seen, changes);
      const undone = await answerOf(actions.updateLink(saved.slug, back, saved), unknownOutcome);
      if (!undone.ok)
        return showToast(t("saving.notUndone", { why: undone.message }), { failed: true });
      if (undone.value.meanwhile.length > 0) {
        const others = describeEdits(undone.value.meanwhile);
        return showToast(t("saving.notUndone", { why: others }), { failed: true });
      }
      showToast(t("saving.undone"));
      follow(saved.slug, seen.slug);
    };
    const said = t("saving.saved", { slug: saved.slug });
    showToast(said, canUndo(seen, changes) ? { undo: () => void undo() } : {});
    follow(seen.slug, saved.slug);
    return result;
  };
}
