"use client";

import { Button } from "../ui/button";
import { showToast } from "../ui/toast";
import { useAction } from "../ui/use-action";
import { type LinkInput, useLinkActions } from "./link-actions";
import { useFollowLink } from "./use-follow-link";

/** Brings an earlier value back. That is a change like any other, which the history offers to undo in turn. */
export function UndoEdit({ slug, changes, name, label }: { slug: string; changes: LinkInput; name: string; label: string }) {
  const actions = useLinkActions();
  const follow = useFollowLink();
  const { run, pending } = useAction();
  const undo = () =>
    run(
      () => actions.updateLink(slug, changes),
      (saved) => {
        showToast(`Saved /${saved.slug}`);
        follow(slug, saved.slug);
      },
    );
  return (
    <Button size="small" aria-label={`${name} ${label}`} disabled={pending} onClick={undo} className="max-sm:min-h-11">
      {name}
    </Button>
  );
}
