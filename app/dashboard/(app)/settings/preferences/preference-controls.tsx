"use client";

import { useOptimistic } from "react";
import { useTexts } from "#texts";
import { useViewer } from "@/components/layout/viewer-context";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/components/ui/use-action";
import { readableZone } from "@/lib/core/time-zone";
import { saveShortcuts, saveTimeZone } from "./actions";

export function TimeZoneChoice({ zones, chosen }: { zones: string[]; chosen: string }) {
  const t = useTexts("account.preferences");
  const { run, pending } = useAction();
  const [shown, show] = useOptimistic(chosen);
  const choose = (name: string) =>
    run(() => {
      show(name);
      return saveTimeZone(name);
    });
  return (
    <div className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch">
      <Field label={t("timeZone")} className="sm:w-72">
        {(control) => (
          <Select {...control} value={shown} onChange={({ target }) => choose(target.value)}>
            {zones.map((name) => (
              <option key={name} value={name}>
                {readableZone(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button
        pending={pending}
        onClick={() => choose(new Intl.DateTimeFormat().resolvedOptions().timeZone)}
      >
        {t("useBrowserTimeZone")}
      </Button>
    </div>
  );
}

export function ShortcutsSwitch({ labelledBy }: { labelledBy: string }) {
  const { shortcuts } = useViewer();
  const { run } = useAction();
  return (
    <Switch
      aria-labelledby={labelledBy}
      defaultChecked={shortcuts}
      onChange={({ target }) =>
        run(
          () => saveShortcuts(target.checked),
          undefined,
          () => {
            target.checked = shortcuts;
          },
        )
      }
    />
  );
}
