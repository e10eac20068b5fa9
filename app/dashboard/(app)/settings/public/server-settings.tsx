import { getTexts } from "@/components/texts/get-texts";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import type { ServerSetting } from "@/lib/config/server-settings";
import { settingsInEffect } from "@/lib/config/site-settings";
import type { Check } from "@/lib/doctor/check";
import { partData } from "@/lib/http/part-data";
import { listServerSettings } from "@/lib/owners/edit-site-settings";
import { CheckList } from "../doctor/check-list";
import { type SettingGroup, withValues } from "./setting-field";
import { SettingsForm } from "./settings-form";

/** The form of a server that this one uses, below what the health check says of it. */
export async function ServerSettings({
  groups,
  check,
}: {
  groups: readonly SettingGroup<ServerSetting>[];
  check: () => Promise<Check[]>;
}) {
  const t = await getTexts("settings.form");
  return (
    <Part
      title={t("settings")}
      skeleton={<Skeleton className="h-96" />}
      data={partData(Promise.all([listServerSettings(settingsInEffect()), check()]))}
    >
      {([shown, checks]) => (
        <>
          {checks.length > 0 && <CheckList checks={checks} />}
          <SettingsForm groups={withValues(groups, shown)} />
        </>
      )}
    </Part>
  );
}
