"use client";

import { startTransition, useCallback } from "react";
import type { LinkRef } from "@/lib/links/link";
import { type SharedChanges, useDashboardActions } from "../../layout/dashboard-actions";
import { type Told, useTellJob } from "../jobs/use-job";
import { useOptimisticLinks } from "./optimistic-links";

/**
 * Applies the same changes to each link, unless others changed the same meanwhile. Shows a toast
 * (`success` if all were changed) with Undo, and resolves with whether any link was changed, or will
 * be.
 */
type ChangeLinks = (
  links: LinkRef[],
  changes: SharedChanges,
  success: string,
  told?: Told,
) => Promise<boolean>;

export function useChangeLinks(): ChangeLinks {
  const { updateLinks } = useDashboardActions();
  const { show } = useOptimisticLinks();
  const { tell } = useTellJob();
  return useCallback(
    (links, changes, success, told) =>
      inTransition(async () => {
        const showEnabled = (of: (link: LinkRef) => boolean | undefined) =>
          show(Object.fromEntries(links.map((link) => [link.slug, { enabled: of(link) }])));
        showEnabled(() => changes.enabled);
        const whileUndone = (undo: () => Promise<unknown>) =>
          inTransition(() => {
            if (changes.enabled !== undefined) showEnabled(({ enabled }) => enabled);
            return undo();
          });
        const slugs = links.map(({ slug }) => slug);
        const seen = commonOf(links, changes);
        const send = (key: string) => updateLinks(key, slugs, changes, seen);
        return tell(slugs, send, "change", { ...told, success, whileUndone });
      }),
    [updateLinks, show, tell],
  );
}

/**
 * What all of the links have in the place of the changes; nothing if they differ: then the changes
 * are meant to make them the same.
 */
function commonOf(links: readonly LinkRef[], changes: SharedChanges): SharedChanges {
  const pick = ({ enabled, expiresAt }: LinkRef) => ({
    ...("enabled" in changes ? { enabled } : {}),
    ...("expiresAt" in changes ? { expiresAt } : {}),
  });
  const [first, ...others] = new Set(links.map((link) => JSON.stringify(pick(link))));
  return first === undefined || others.length > 0 ? {} : JSON.parse(first);
}

/**
 * Until `work` is done, what it shows optimistically stays; then the answer of the server takes its
 * place.
 */
function inTransition<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => startTransition(() => work().then(resolve, reject)));
}
