"use client";

import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { count } from "@/lib/core/format";
import { setAside, undoAside } from "./set-aside-actions";

export interface SetAsideProps {
  slug: string;
  visitor: string;
  /** Whether the clicks are set aside now. */
  isAside: boolean;
  /** The clicks, said of the button. */
  what: string;
}

export default function SetAsideButton({ slug, visitor, isAside, what }: SetAsideProps) {
  const { run, pending } = useAction();
  const undo = () =>
    run(
      () => undoAside(slug, visitor),
      () => showToast("Counted again"),
    );
  const press = () =>
    run(
      () => setAside(slug, visitor),
      (clicks) => showToast(`${count(clicks, "click")} set aside`, { undo }),
    );
  const [name, doing] = isAside ? ["Undo", "Undoing…"] : ["Set aside", "Setting aside…"];
  return (
    <Button
      size="small"
      aria-label={isAside ? `Undo: count ${what} again` : `Set aside ${what}`}
      disabled={pending}
      onClick={isAside ? undo : press}
      className="max-sm:h-11"
    >
      {pending ? doing : name}
    </Button>
  );
}
