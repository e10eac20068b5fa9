"use client";

import { type ComponentProps, useId, useOptimistic } from "react";
import { useTexts } from "#texts";
import type { ActionResult } from "@/lib/core/action-result";
import { Switch } from "./switch";
import { showToast } from "./toast";
import { useAction } from "./use-action";

/** `from`: what the page showed until then. */
type Save<T> = (to: T, from: T) => Promise<ActionResult<unknown>>;

/** A value that is saved as soon as it is chosen, with Undo. `name`: what the toast calls it. */
export function useSaved<T>(name: string, value: T, save: Save<T>) {
  const t = useTexts("common");
  const { run, pending } = useAction();
  const [shown, show] = useOptimistic(value);
  // The Undo of an earlier change would revert the later ones, too.
  const replaces = useId();
  const change = (to: T, from: T, undo?: () => void) =>
    run(
      () => {
        show(() => to);
        return save(to, from);
      },
      () => showToast(undo ? t("saved", { name }) : t("undone"), { undo, replaces }),
    );
  const choose = (to: T) => change(to, shown, () => change(shown, to));
  return { shown, choose, pending };
}

export function SavedSwitch({
  name,
  isOn,
  save,
  ...props
}: {
  name: string;
  isOn: boolean;
  save: Save<boolean>;
} & ComponentProps<typeof Switch>) {
  const { shown, choose } = useSaved(name, isOn, save);
  return <Switch {...props} checked={shown} onChange={({ target }) => choose(target.checked)} />;
}
