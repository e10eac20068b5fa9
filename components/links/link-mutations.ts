"use client";

import { createContext, use, useCallback } from "react";
import type { Link } from "@/lib/links/link";
import { showToast } from "../ui/toast";
import { answerOf } from "../ui/use-action";
import { failureMessage } from "./bulk-message";
import type { LinkActions } from "./link-actions";
import { type SharedChanges, undoChanges } from "./undo-changes";

export const LinkActionsContext = createContext<LinkActions | null>(null);

export function useLinkActions(): LinkActions {
  const actions = use(LinkActionsContext);
  if (!actions) throw new Error("useLinkActions needs a DashboardProvider around it.");
  return actions;
}

/** Applies the same changes to each link, shows a toast (`success` if all were changed) with Undo, and resolves with whether any link was changed. */
type ChangeLinks = (links: Link[], changes: SharedChanges, success: string) => Promise<boolean>;

export function useChangeLinks(): ChangeLinks {
  const actions = useLinkActions();
  return useCallback(
    async (links, changes, success) => {
      const result = await answerOf(actions.updateLinks(slugsOf(links), changes));
      if (!result.ok) {
        showToast(result.message, { failed: true });
        return false;
      }
      const changedSlugs = slugsOf(result.value.done);
      const changed = links.filter(({ slug }) => changedSlugs.includes(slug));
      const failure = failureMessage("change", result.value);
      const undo = async () => {
        const { message, failed } = await undoChanges(actions, changed, changes);
        showToast(message, { failed });
      };
      showToast(failure ?? success, { failed: failure !== null, undo: changed.length > 0 ? () => void undo() : undefined });
      return changed.length > 0;
    },
    [actions],
  );
}

function slugsOf(links: Link[]): string[] {
  return links.map(({ slug }) => slug);
}
