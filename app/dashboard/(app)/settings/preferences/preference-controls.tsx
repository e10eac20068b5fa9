"use client";

import { useTexts } from "#texts";
import { useViewer } from "@/components/layout/viewer-context";
import { Button } from "@/components/ui/button";
import { SavedSwitch, useSaved } from "@/components/ui/saved-switch";
import { Select } from "@/components/ui/select";
import { readableZone } from "@/lib/core/time-zone";
import { saveShortcuts, saveTimeZone } from "./actions";

export function TimeZoneChoice({ zones, chosen }: { zones: string[]; chosen: string }) {
  const t = useTexts("account.preferences");
  const { shown, choose, pending } = useSaved(t("timeZone"), chosen, saveTimeZone);
  return (
    <div className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch">
      <Select
        aria-label={t("timeZone")}
        value={shown}
        onChange={({ target }) => choose(target.value)}
        className="sm:w-72"
      >
        {zones.map((name) => (
          <option key={name} value={name}>
            {readableZone(name)}
          </option>
        ))}
      </Select>
      <Button
        pending={pending}
        onClick={() => choose(new Intl.DateTimeFormat().resolvedOptions().timeZone)}
      >
        {t("useBrowserTimeZone")}
      </Button>
    </div>
  );
}

export function ShortcutsSwitch() {
  const t = useTexts("account.preferences");
  const { shortcuts } = useViewer();
  return (
    <SavedSwitch
      aria-label={t("shortcuts")}
      name={t("shortcuts")}
      isOn={shortcuts}
      save={saveShortcuts}
    />
  );
}
