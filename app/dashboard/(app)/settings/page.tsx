import type { Route } from "next";
import { redirect } from "next/navigation";
import { settingsOf } from "@/components/layout/settings-parts";
import { requireOwner } from "@/lib/owners/require-owner";

export default async function SettingsPage() {
  const { role } = await requireOwner("/dashboard/settings");
  redirect(settingsOf(role)[0]?.parts[0]?.href as Route);
}
