"use client";

import { useTexts } from "#texts";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { setAside, undoAside } from "./set-aside-actions";

export interface SetAsideProps {
  slug: string;
  visitor: string;
  /** Whether the clicks are set aside now. */
  isAside: boolean;
  /** Of the clicks, said of the button. */
  day: string;
}

export default function SetAsideButton({ slug, visitor, isAside, day }: SetAsideProps) {
  const t = useTexts("links.aside");
  const { run, pending } = useAction();
  const undo = () =>
    run(
      () => undoAside(slug, visitor),
      () => showToast(t("countedAgain")),
    );
  const press = () =>
    run(
      () => setAside(slug, visitor),
      (clicks) => showToast(t("setDone", { clicks }), { undo }),
    );
  const [name, doing] = isAside ? [t("undo"), t("undoing")] : [t("setAside"), t("setting")];
  return (
    <Button
      size="small"
      aria-label={isAside ? t("countAgain", { day }) : t("setAsideNamed", { day })}
      pending={pending}
      onClick={isAside ? undo : press}
    >
      {pending ? doing : name}
    </Button>
  );
}
