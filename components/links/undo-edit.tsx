"use client";

import { useTransition } from "react";
import type { Link } from "@/lib/links/link";
import { Button } from "../ui/button";
import { showToast } from "../ui/toast";
import type { LinkInput } from "./link-actions";
import { useUpdateLink } from "./use-update-link";

/** Brings an earlier value back. That is a change like any other, with Undo of its own. */
export function UndoEdit({ link, changes, name, label }: { link: Link; changes: LinkInput; name: string; label: string }) {
  const update = useUpdateLink();
  const [pending, start] = useTransition();
  const undo = () =>
    start(async () => {
      const result = await update(link, changes);
      if (!result.ok) showToast(result.message, { failed: true });
    });
  return (
    <Button size="small" aria-label={`${name} ${label}`} disabled={pending} onClick={undo} className="max-sm:min-h-11">
      {name}
    </Button>
  );
}
