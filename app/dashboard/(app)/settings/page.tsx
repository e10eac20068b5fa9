import type { Route } from "next";
import { redirect } from "next/navigation";

export default function SettingsPage() {
  redirect("/dashboard/settings/tokens" as Route);
}
