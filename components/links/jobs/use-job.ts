"use client";

import { useCallback, useMemo } from "react";
import { useTexts } from "#texts";
import { type ActionResult, mayBeDone, type Refused } from "@/lib/core/action-result";
import { newKey } from "@/lib/core/new-key";
import type { Channel } from "@/lib/links/channel";
import type { ChannelEdit } from "@/lib/links/channel-schema";
import type { TagEdit } from "@/lib/links/tag-schema";
import type { ShownJob } from "@/lib/owners/jobs";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { showToast } from "../../ui/toast";
import { answerOf, unknownOutcome } from "../../ui/use-action";
import { isOffline, useOnlineRouter } from "../../ui/use-online-router";
import { ask } from "../link-queries";
import { type BulkAction, failureMessage, undoneText } from "./bulk-message";
import { followJob, type JobOutcome, outcomeOf } from "./follow-job";
import { started } from "./followed-jobs";

type Start = (key: string) => Promise<ActionResult<ShownJob>>;

export interface Told {
  /** What to say if all of it was done. */
  success?: string | undefined;
  /** Says at the form why nothing was done; what was typed stays. Else a toast says it. */
  onFailure?: ((message: string) => void) | undefined;
  onUndone?: (() => void) | undefined;
  /** Shows what an undo will do until it is done. */
  whileUndone?: ((undo: () => Promise<unknown>) => Promise<unknown>) | undefined;
}

interface TellOptions extends Omit<Told, "success"> {
  /** What to say if all of it was done. */
  success: string | ((outcome: JobOutcome) => string);
  onEnd?: (outcome: JobOutcome) => void;
}

/** Where there was nothing to do, it is done. */
const isAnyDone = ({ tried, failed }: JobOutcome) => tried > failed.length;

interface RunOptions {
  /** The key of the attempt. */
  id?: string;
  onProgress?: (job: ShownJob) => void;
  /** What was typed stays if it does not begin. */
  isForm?: boolean;
}

/** How often an answer that got lost is looked for. */
const tries = 3;
const pauseMs = 1_000;

/** What has begun after all. */
async function findLost(id: string, refused: Refused): Promise<ShownJob | null> {
  if (!mayBeDone(refused) || isOffline()) return null;
  for (let left = tries; left > 0; left--) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const found = await ask("job", { id });
    if (found) return found;
  }
  return null;
}

/**
 * Asks again for a minute, each time after a longer pause: earlier, an error would take the place of
 * the page.
 */
async function refreshOnceAnswered(refresh: () => void, waitMs = pauseMs): Promise<void> {
  if (await ask("tags", {})) refresh();
  else if (waitMs < 60_000) setTimeout(refreshOnceAnswered, waitMs, refresh, waitMs * 2);
}

/**
 * Starts what may take long. `slugs`: of the links that it is about. `onEnd` gets what became of it, at
 * once or after minutes. Resolves with the same, or null if it goes on: then the panel shows it.
 */
export function useRunJob() {
  const { refresh } = useOnlineRouter();
  return useCallback(
    async (
      slugs: readonly string[],
      start: Start,
      onEnd: (outcome: JobOutcome) => void,
      { id = newKey(), onProgress, isForm = false }: RunOptions = {},
    ): Promise<JobOutcome | null> => {
      started.add(id);
      const result = await answerOf(start(id), isForm ? undefined : unknownOutcome);
      const end = (outcome: JobOutcome) => {
        onEnd(outcome);
        return outcome;
      };
      const refused = (why: string, isLost: boolean) =>
        end({
          ...{ id, total: slugs.length, tried: 0, changed: 0, failed: [] },
          ...{ refusal: why, isLost },
        });
      const follow = async (job: ShownJob) => {
        const over = await followJob(job, onProgress);
        if (over === "refused") return;
        if (over) end(outcomeOf(over));
        else refused(unknownOutcome(), true);
        refresh();
      };
      const goOn = (job: ShownJob) => {
        if (job.isOver) return end(outcomeOf(job));
        void follow(job);
        return null;
      };
      if (result.ok) return goOn(result.value);
      const found = await findLost(id, result);
      if (found) return goOn(found);
      const isLost = mayBeDone(result);
      if (isLost) void refreshOnceAnswered(refresh);
      return refused(result.message, isLost);
    },
    [refresh],
  );
}

/** Starts what may take long, and says what became of it, with Undo for what it did. */
export function useTellJob() {
  const t = useTexts("bulk");
  const { undoJob } = useDashboardActions();
  const run = useRunJob();
  return useMemo(() => {
    const undo = (id: string, onUndone = () => {}) =>
      run(
        [],
        (key) => undoJob(key, id),
        (outcome) => {
          const failure = failureMessage("undo", outcome, t);
          showToast(failure ?? undoneText(outcome.changed, t), { failed: failure !== null });
          if (failure === null) onUndone();
        },
      );
    const say = (
      outcome: JobOutcome,
      action: BulkAction,
      { success, onFailure, onUndone, whileUndone = (undo) => undo() }: Told & { success: string },
    ) => {
      const failure = failureMessage(action, outcome, t);
      if (failure !== null && !isAnyDone(outcome) && onFailure) return onFailure(failure);
      const mayUndo = action === "change" && outcome.changed > 0;
      showToast(failure ?? success, {
        failed: failure !== null,
        undo: mayUndo ? () => void whileUndone(() => undo(outcome.id, onUndone)) : undefined,
      });
    };
    /** Resolves with whether a form closes: any of it was done, or it goes on. */
    const tell = async (
      slugs: readonly string[],
      start: Start,
      action: BulkAction,
      { success, onEnd, ...told }: TellOptions,
    ): Promise<boolean> => {
      const end = (outcome: JobOutcome) => {
        const said = typeof success === "string" ? success : success(outcome);
        say(outcome, action, { ...told, success: said });
        onEnd?.(outcome);
      };
      const outcome = await run(slugs, start, end, { isForm: told.onFailure !== undefined });
      return outcome === null || isAnyDone(outcome);
    };
    return { run, undo, tell };
  }, [run, undoJob, t]);
}

const doneTexts = { channels: "changedChannels", tags: "changedTags" } as const;

/**
 * Adds something to links and removes other things, and says so, with Undo for exactly what was done
 * to each. Resolves with whether any link was edited, or will be.
 */
function useEditEach<Edit>(
  what: keyof typeof doneTexts,
  send: (key: string, slugs: string[], edit: Edit) => Promise<ActionResult<ShownJob>>,
) {
  const t = useTexts("bulk");
  const { tell } = useTellJob();
  return async (
    links: readonly { slug: string }[],
    edit: Edit,
    { success, ...told }: Told = {},
  ): Promise<boolean> => {
    const slugs = links.map(({ slug }) => slug);
    const said = ({ changed, slug }: JobOutcome) => {
      const [text, count] =
        changed === 0
          ? (["nothingToChange", links.length] as const)
          : ([doneTexts[what], changed] as const);
      const named = slug ?? links[0]?.slug ?? "";
      return changed > 0 && success ? success : t(text, { count, slug: named });
    };
    return tell(slugs, (key) => send(key, slugs, edit), "change", { ...told, success: said });
  };
}

export function useEditTags() {
  return useEditEach<TagEdit>("tags", useDashboardActions().editTags);
}

/** One to remove without a campaign is meant whatever its campaign. */
export function useEditChannels() {
  return useEditEach<{ add: Channel[]; remove: ChannelEdit["remove"][number][] }>(
    "channels",
    useDashboardActions().editChannels,
  );
}
