"use client";

import { useEffect, useRef, useState, useTransition } from "react";
import { formatNumber } from "@/lib/core/format";
import { groupBy } from "@/lib/core/group-by";
import { tagKey } from "@/lib/core/tag";
import type { LinkRef } from "@/lib/links/link";
import type { TagsEdited } from "@/lib/links/tag-links";
import type { TagEdit } from "@/lib/links/tag-schema";
import { type DashboardActions, useDashboardActions } from "../../layout/dashboard-actions";
import { useViewer } from "../../layout/viewer-context";
import { Button } from "../../ui/button";
import { Dialog, DialogFoot } from "../../ui/dialog";
import { showToast } from "../../ui/toast";
import { TagsInput } from "../form/tags-input";
import { allTags, tagsProblem } from "../form/typed-tags";
import { failureMessage } from "./bulk-message";
import { type Failed, inPortions } from "./in-portions";
import { useRefreshAfter } from "./link-mutations";

interface Names {
  tags: string[];
  typed: string;
}

const none: Names = { tags: [], typed: "" };

/** Adds tags to several links and removes others, with Undo. */
export default function TagsDialog({
  links,
  onClose,
  done,
}: {
  links: LinkRef[];
  onClose: () => void;
  done: () => void;
}) {
  const actions = useDashboardActions();
  const refreshAfter = useRefreshAfter();
  const [{ add, remove }, setNames] = useState({ add: none, remove: none });
  const [pending, start] = useTransition();
  const [sent, setSent] = useState(0);
  const { locale } = useViewer();
  const form = useRef<HTMLFormElement>(null);
  const [isRefused, setRefused] = useState(false);
  const nameOf = (some: readonly { slug: string }[]) =>
    some.length === 1 ? `/${some[0]?.slug}` : `${formatNumber(some.length, locale)} links`;
  const what = nameOf(links);
  const edit: TagEdit = {
    add: allTags(add.tags, add.typed),
    remove: allTags(remove.tags, remove.typed),
  };
  const both = edit.remove.find((name) => edit.add.some((each) => tagKey(each) === tagKey(name)));
  const problems = [
    tagsProblem(edit.add),
    tagsProblem(edit.remove) ?? (both && `${both} is also added`),
  ];
  const isEmpty = edit.add.length + edit.remove.length === 0;

  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [isRefused]);

  const change = (part: Partial<Record<"add" | "remove", Names>>) => {
    setRefused(false);
    setNames({ add, remove, ...part });
  };
  const save = async () => {
    const slugs = links.map(({ slug }) => slug);
    const outcome = await inPortions(slugs, (portion) => actions.editTags(portion, edit), setSent);
    const changed = outcome.done.filter((each) => each.add.length + each.remove.length > 0);
    const failure = failureMessage("change", outcome);
    const undo =
      changed.length > 0 ? () => void undoEdits(actions, changed).then(refreshAfter) : undefined;
    refreshAfter(outcome.failed);
    showToast(
      failure ??
        (changed.length === 0
          ? `Nothing to change on ${what}`
          : `Changed the tags of ${nameOf(changed)}`),
      {
        failed: failure !== null,
        undo,
      },
    );
    if (outcome.done.length === 0) return;
    done();
    onClose();
  };

  return (
    <Dialog open onClose={onClose} title={`Tags of ${what}`}>
      <form
        ref={form}
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          if (problems.some(Boolean)) setRefused(true);
          else start(save);
        }}
      >
        <div className="flex flex-col gap-5 px-6 py-5 max-sm:px-4">
          <TagsInput
            label="Add"
            {...add}
            error={isRefused ? problems[0] : undefined}
            onChange={(tags, typed) => change({ add: { tags, typed } })}
          />
          <TagsInput
            label="Remove"
            {...remove}
            error={isRefused ? problems[1] : undefined}
            onChange={(tags, typed) => change({ remove: { tags, typed } })}
          />
        </div>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={pending || isEmpty}>
            {sent > 0 && sent < links.length ? `${sent} of ${links.length}` : "Change tags"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Takes back exactly what was done to each link. Resolves with what failed. */
async function undoEdits(
  actions: DashboardActions,
  changed: readonly TagsEdited[],
): Promise<Failed[]> {
  const all = { done: [] as TagsEdited[], failed: [] as Failed[] };
  for (const [given, group] of groupBy(changed, ({ add, remove }) =>
    JSON.stringify({ add: remove, remove: add, isUndo: true } satisfies TagEdit),
  )) {
    const slugs = group.map(({ slug }) => slug);
    const outcome = await inPortions(slugs, (portion) =>
      actions.editTags(portion, JSON.parse(given) as TagEdit),
    );
    all.done.push(...outcome.done);
    all.failed.push(...outcome.failed);
  }
  const message = failureMessage("undo", all);
  showToast(message ?? (changed.length === 1 ? "Undone" : `Undone for ${changed.length} links`), {
    failed: message !== null,
  });
  return all.failed;
}
