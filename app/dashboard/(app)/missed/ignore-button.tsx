"use client";

import { useMayEdit } from "@/components/layout/role";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { ignore } from "./actions";

/**
 * Leaves a slug out of the missed links, or with `isIgnored` shows it again. The row disappears, so
 * the focus moves to the page.
 */
export function IgnoreButton({ slug, isIgnored = false }: { slug: string; isIgnored?: boolean }) {
  const mayEdit = useMayEdit();
  const { run, pending } = useAction();
  if (!mayEdit) return null;
  const undo = () => run(() => ignore(slug, isIgnored));
  const press = () =>
    run(
      () => ignore(slug, !isIgnored),
      () => {
        document.querySelector<HTMLElement>("main")?.focus();
        showToast(`/${slug} is ${isIgnored ? "shown again" : "ignored"}`, { undo });
      },
    );
  return (
    <Button size="small" className="max-sm:h-11" disabled={pending} onClick={press}>
      {isIgnored ? "Show again" : "Ignore"} <span className="sr-only">/{slug}</span>
    </Button>
  );
}
