"use client";

import { startTransition, useCallback } from "react";
import { useTexts } from "#texts";
import type { LinkRef } from "@/lib/links/link";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { showToast } from "../../ui/toast";
import { failureMessage, tellOutcome } from "../portions/bulk-message";
import { type FormFeedback, inPortions } from "../portions/in-portions";
import { useRefreshAfter } from "../portions/use-refresh-after";
import { useOptimisticLinks } from "./optimistic-links";
import { commonOf, type SharedChanges, undoChanges } from "./undo-changes";

/**
 * Applies the same changes to each link, unless others changed the same meanwhile. Shows a toast
 * (`success` if all were changed) with Undo, and resolves with whether any link was changed.
 */
type ChangeLinks = (
  links: LinkRef[],
  changes: SharedChanges,
  success: string,
  feedback?: FormFeedback,
) => Promise<boolean>;

export function useChangeLinks(): ChangeLinks {
  const actions = useDashboardActions();
  const { show } = useOptimisticLinks();
  const refreshAfter = useRefreshAfter();
  const t = useTexts("bulk");
  return useCallback(
    (links, changes, success, feedback) =>
      inTransition(async () => {
        show(Object.fromEntries(links.map(({ slug }) => [slug, { enabled: changes.enabled }])));
        const seen = commonOf(links, changes);
        const outcome = await inPortions(
          links.map(({ slug }) => slug),
          (slugs) => actions.updateLinks(slugs, changes, seen),
          feedback,
        );
        const done = new Set(outcome.done.map(({ slug }) => slug));
        const changed = links.filter(({ slug }) => done.has(slug));
        const failure = failureMessage("change", outcome, t);
        const undo = () =>
          inTransition(async () => {
            if ("enabled" in changes)
              show(Object.fromEntries(changed.map(({ slug, enabled }) => [slug, { enabled }])));
            const { message, failed } = await undoChanges(
              actions,
              changed,
              changes,
              t,
              outcome.done[0],
            );
            showToast(message, { failed: failed.length > 0 });
            refreshAfter(failed);
          });
        refreshAfter(outcome.failed);
        tellOutcome(outcome, failure ?? success, {
          undo: changed.length > 0 ? () => void undo() : undefined,
          onFailure: feedback?.onFailure,
        });
        return changed.length > 0;
      }),
    [actions, show, refreshAfter, t],
  );
}

/**
 * Until `work` is done, what it shows optimistically stays; then the answer of the server takes its
 * place.
 */
function inTransition<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => startTransition(() => work().then(resolve, reject)));
}
