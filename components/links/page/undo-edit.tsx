"use client";

import { useTransition } from "react";
import { useTexts } from "#texts";
import type { Link } from "@/lib/links/link";
import type { LinkInput } from "@/lib/links/schema";
import type { TagEdit } from "@/lib/links/tag-schema";
import { useDashboardActions } from "../../layout/dashboard-actions";
import { useMayEdit } from "../../layout/role";
import { Button } from "../../ui/button";
import { showToast } from "../../ui/toast";
import { useAction } from "../../ui/use-action";
import { failureMessage } from "../jobs/bulk-message";
import { useRunJob } from "../jobs/use-job";
import { useFollowLink } from "../use-follow-link";
import type { WayBack } from "./way-back";

/**
 * Brings an earlier value back. That is a change like any other, which the history offers to undo
 * in turn.
 */
export function UndoEdit({
  link,
  back,
  undoes,
  field,
  value,
}: {
  link: Link;
  back: WayBack;
  /** When the last change of the field was made; null to restore what was before an earlier one. */
  undoes: string | null;
  /** Its name. */
  field: string;
  value: string;
}) {
  const [t, bulk] = [useTexts("links.history"), useTexts("bulk")];
  const { slug } = link;
  const actions = useDashboardActions();
  const follow = useFollowLink();
  const { run, pending } = useAction();
  const [isStarting, start] = useTransition();
  const runJob = useRunJob();
  if (!useMayEdit()) return null;
  const undoTags = (edit: TagEdit) =>
    start(async () => {
      await runJob(
        [slug],
        (key) => actions.editTags(key, [slug], { ...edit, ...(undoes !== null && { undoes }) }),
        (outcome) => {
          const failure = failureMessage("undo", outcome, bulk);
          const said = outcome.changed > 0 ? t("saved", { slug }) : t("nothingToUndo");
          showToast(failure ?? said, { failed: failure !== null });
        },
      );
    });
  const undoFields = (changes: LinkInput) =>
    run(
      () => actions.updateLink(slug, changes, link, undoes ?? undefined),
      (saved) => {
        if (saved.meanwhile.length > 0) return showToast(t("changedMeanwhile"), { failed: true });
        showToast(t("saved", { slug: saved.link.slug }));
        follow(slug, saved.link.slug);
      },
    );
  return (
    <Button
      size="small"
      aria-label={t(undoes === null ? "restoreNamed" : "undoNamed", { field, value })}
      pending={pending || isStarting}
      onClick={() => ("tags" in back ? undoTags(back.tags) : undoFields(back.changes))}
    >
      {undoes === null ? t("restore") : t("undo")}
    </Button>
  );
}
