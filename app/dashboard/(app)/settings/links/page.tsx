import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import { settingsInEffect } from "@/lib/config/site-settings";
import { partData } from "@/lib/http/part-data";
import { listSettings } from "@/lib/owners/edit-site-settings";
import { requireOwner } from "@/lib/owners/require-owner";
import type { SiteSetting } from "@/lib/pages/site-schema";
import type { Texts } from "@/lib/texts/translator";
import { type SettingGroup, withValues } from "../public/setting-field";
import { SettingsForm } from "../public/settings-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("settings.linkDefaults"))("title") };
}

const groupsIn = (t: Texts<"settings.linkDefaults">): SettingGroup<SiteSetting>[] => [
  {
    title: t("group"),
    fields: [
      {
        name: "NEW_LINK_TAGS",
        label: t("tags"),
        placeholder: t("tagsSuchAs"),
      },
      {
        name: "NEW_LINK_DAYS",
        label: t("days"),
        placeholder: t("daysNever"),
      },
      {
        name: "NEW_LINK_FORWARD_QUERY",
        label: t("forwardQuery"),
        kind: "switch",
        hint: t("forwardQueryHint"),
      },
    ],
  },
  {
    title: t("campaigns"),
    fields: [
      {
        name: "TIDY_CAMPAIGN_TAGS",
        label: t("tidy"),
        kind: "switch",
        hint: t("tidyHint"),
      },
      {
        name: "CAMPAIGN_MEDIUMS",
        label: t("mediums"),
        placeholder: t.list(["email", "social", "print"]),
        hint: t("mediumsHint"),
      },
    ],
  },
];

export default async function LinkSettingsPage() {
  await requireOwner("/dashboard/settings/links");
  const t = await getTexts("settings.linkDefaults");
  const form = await getTexts("settings.form");
  return (
    <TextsProvider of={["settings.form"]}>
      <PartHead title={t("title")} />
      <Part
        title={form("settings")}
        skeleton={<Skeleton className="h-96" />}
        data={partData(listSettings(settingsInEffect()))}
      >
        {(settings) => <SettingsForm groups={withValues(groupsIn(t), settings)} />}
      </Part>
    </TextsProvider>
  );
}
