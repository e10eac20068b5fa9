"use client";

import type { ActionResult } from "@/lib/core/action-result";
import { formatNumber } from "@/lib/core/format";
import { groupBy } from "@/lib/core/group-by";
import type { Channel } from "@/lib/links/channel";
import type { ChannelEdit } from "@/lib/links/channel-schema";
import type { SelectionOutcome } from "@/lib/links/outcome";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useViewer } from "../../layout/viewer-context";
import { showToast } from "../../ui/toast";
import { failureMessage } from "./bulk-message";
import { type Failed, inPortions, type PortionsOutcome, type Progress } from "./in-portions";
import { useRefreshAfter } from "./use-refresh-after";

interface Edit<Added, Removed> {
  add: Added[];
  remove: Removed[];
}
type Edited<T> = Edit<T, T> & { slug: string };

type Send<T, Removed> = (
  slugs: string[],
  edit: Edit<T, Removed>,
  isUndo: boolean,
) => Promise<ActionResult<SelectionOutcome<Edited<T>>>>;

interface Telling {
  /** What to say if all of it was done. */
  success?: string;
  onProgress?: Progress;
}

/**
 * Adds something to links and removes other things, and says so, with Undo for exactly what was
 * done to each. Resolves with whether any link was edited. `what`: "tags".
 */
function useEditEach<T extends object | string, Removed>(what: string, send: Send<T, Removed | T>) {
  const refreshAfter = useRefreshAfter();
  const { locale } = useViewer();
  const nameOf = (some: readonly { slug: string }[]) =>
    some.length === 1 ? `/${some[0]?.slug}` : `${formatNumber(some.length, locale)} links`;
  return async (
    links: readonly { slug: string }[],
    edit: Edit<T, Removed | T>,
    { success, onProgress }: Telling = {},
  ): Promise<boolean> => {
    const slugs = links.map(({ slug }) => slug);
    const outcome = await inPortions(slugs, (some) => send(some, edit, false), onProgress);
    const changed = outcome.done.filter(({ add, remove }) => add.length + remove.length > 0);
    const failure = failureMessage("change", outcome);
    refreshAfter(outcome.failed);
    const done =
      changed.length === 0
        ? `Nothing to change on ${nameOf(links)}`
        : (success ?? `Changed the ${what} of ${nameOf(changed)}`);
    showToast(failure ?? done, {
      failed: failure !== null,
      undo: changed.length > 0 ? () => void undoEach(changed, send).then(refreshAfter) : undefined,
    });
    return outcome.done.length > 0;
  };
}

/** Takes back exactly what was done to each link. Resolves with what failed. */
async function undoEach<T, Removed>(
  changed: readonly Edited<T>[],
  send: Send<T, Removed | T>,
): Promise<Failed[]> {
  const all: PortionsOutcome<Edited<T>> = { done: [], failed: [] };
  for (const [given, group] of groupBy(changed, ({ add, remove }) =>
    JSON.stringify({ add: remove, remove: add } satisfies Edit<T, T>),
  )) {
    const slugs = group.map(({ slug }) => slug);
    const outcome = await inPortions(slugs, (portion) => send(portion, JSON.parse(given), true));
    all.done.push(...outcome.done);
    all.failed.push(...outcome.failed);
  }
  const message = failureMessage("undo", all);
  showToast(message ?? (changed.length === 1 ? "Undone" : `Undone for ${changed.length} links`), {
    failed: message !== null,
  });
  return all.failed;
}

/** Edits the tags of links. Undo creates none, so that those renamed or deleted since stay gone. */
export function useEditTags() {
  const { editTags } = useDashboardActions();
  return useEditEach<string, string>("tags", (slugs, edit, isUndo) =>
    editTags(slugs, isUndo ? { ...edit, isUndo } : edit),
  );
}

/** Edits the channels of links. One to remove without a campaign is meant whatever its campaign. */
export function useEditChannels() {
  const { editChannels } = useDashboardActions();
  return useEditEach<Channel, ChannelEdit["remove"][number]>("channels", editChannels);
}
