"use client";

import { useViewer } from "@/components/layout/viewer-context";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/components/ui/use-action";
import { saveShortcuts, saveTimeZone } from "./actions";

export function TimeZoneChoice({ zones, chosen }: { zones: string[]; chosen: string }) {
  const { run, pending } = useAction();
  const choose = (name: string) => run(() => saveTimeZone(name));
  return (
    <div className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch">
      <Field label="Time zone" className="sm:w-72">
        {(control) => (
          <Select {...control} key={chosen} defaultValue={chosen} disabled={pending} onChange={(event) => choose(event.target.value)}>
            {zones.map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button disabled={pending} onClick={() => choose(new Intl.DateTimeFormat().resolvedOptions().timeZone)}>
        Use browser time zone
      </Button>
    </div>
  );
}

export function ShortcutsSwitch({ labelledBy }: { labelledBy: string }) {
  const { shortcuts } = useViewer();
  const { run } = useAction();
  return <Switch aria-labelledby={labelledBy} defaultChecked={shortcuts} onChange={(event) => run(() => saveShortcuts(event.target.checked))} />;
}
