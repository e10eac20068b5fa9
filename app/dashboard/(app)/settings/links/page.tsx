import type { Metadata } from "next";
import { PartHead } from "@/components/layout/section-header";
import { Part } from "@/components/ui/part";
import { Skeleton } from "@/components/ui/skeleton";
import { partData } from "@/lib/http/part-data";
import { listSettings } from "@/lib/owners/edit-site-settings";
import { requireOwner } from "@/lib/owners/require-owner";
import { type SettingGroup, withValues } from "../public/setting-field";
import { SettingsForm } from "../public/settings-form";

export const metadata: Metadata = { title: "Link defaults" };

const groups: SettingGroup[] = [
  {
    title: "New links in the dashboard",
    fields: [
      {
        name: "NEW_LINK_TAGS",
        label: "Tags",
        placeholder: "spring, print",
        hint: "Filled in when you create a link in the dashboard. The API ignores them.",
      },
      {
        name: "NEW_LINK_DAYS",
        label: "Expires after days",
        placeholder: "never",
        hint: "The owner of a link can choose another date.",
      },
      {
        name: "NEW_LINK_FORWARD_QUERY",
        label: "Forward query parameters",
        kind: "switch",
        hint: "The destination gets what visitors add after the ?.",
      },
    ],
  },
];

export default async function LinkSettingsPage() {
  await requireOwner("/dashboard/settings/links");
  return (
    <>
      <PartHead title="Link defaults" note="Values that new links start with." />
      <Part
        title="Settings"
        skeleton={<Skeleton className="h-96" />}
        data={partData(listSettings())}
      >
        {(settings) => <SettingsForm groups={withValues(groups, settings)} />}
      </Part>
    </>
  );
}
