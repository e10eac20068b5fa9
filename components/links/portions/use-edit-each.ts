"use client";

import { useTexts } from "#texts";
import type { ActionResult } from "@/lib/core/action-result";
import { groupBy } from "@/lib/core/group-by";
import type { Channel } from "@/lib/links/channel";
import type { ChannelEdit } from "@/lib/links/channel-schema";
import type { SelectionOutcome } from "@/lib/links/outcome";
import type { Texts } from "@/lib/texts/translator";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { showToast } from "../../ui/toast";
import { failureMessage, tellOutcome, undoneText } from "./bulk-message";
import { type Failed, type FormFeedback, inPortions, type PortionsOutcome } from "./in-portions";
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

interface Telling extends FormFeedback {
  /** What to say if all of it was done. */
  success?: string;
  /** The slug that a link has when the edit is undone, where it may get another one meanwhile. */
  slugNow?: (slug: string) => string;
  onUndone?: () => void;
}

const doneTexts = { channels: "changedChannels", tags: "changedTags" } as const;

/**
 * Adds something to links and removes other things, and says so, with Undo for exactly what was
 * done to each. Resolves with whether any link was edited.
 */
function useEditEach<T extends object | string, Removed>(
  what: keyof typeof doneTexts,
  send: Send<T, Removed | T>,
) {
  const t = useTexts("bulk");
  const refreshAfter = useRefreshAfter();
  const said = (
    text: (typeof doneTexts)[keyof typeof doneTexts] | "nothingToChange",
    links: readonly { slug: string }[],
  ) => t(text, { count: links.length, slug: links[0]?.slug ?? "" });
  return async (
    links: readonly { slug: string }[],
    edit: Edit<T, Removed | T>,
    { success, slugNow = (slug) => slug, onUndone, ...feedback }: Telling = {},
  ): Promise<boolean> => {
    const slugs = links.map(({ slug }) => slug);
    const outcome = await inPortions(slugs, (some) => send(some, edit, false), feedback);
    const changed = outcome.done.filter(({ add, remove }) => add.length + remove.length > 0);
    const failure = failureMessage("change", outcome, t);
    refreshAfter(outcome.failed);
    const done =
      changed.length === 0
        ? said("nothingToChange", links)
        : (success ?? said(doneTexts[what], changed));
    const undo = () => {
      const now = changed.map((each) => ({ ...each, slug: slugNow(each.slug) }));
      void undoEach(now, send, t).then((failed) => {
        refreshAfter(failed);
        if (failed.length === 0) onUndone?.();
      });
    };
    tellOutcome(outcome, failure ?? done, {
      undo: changed.length > 0 ? undo : undefined,
      onFailure: feedback.onFailure,
    });
    return outcome.done.length > 0;
  };
}

/** Takes back exactly what was done to each link. Resolves with what failed. */
async function undoEach<T, Removed>(
  changed: readonly Edited<T>[],
  send: Send<T, Removed | T>,
  t: Texts<"bulk">,
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
  const message = failureMessage("undo", all, t);
  showToast(message ?? undoneText(changed.length, t), { failed: message !== null });
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
