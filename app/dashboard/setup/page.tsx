import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/components/layout/auth-layout";
import { env } from "@/lib/config/env";
import { hasOwner } from "@/lib/owners/create-owner";
import { SetUpForm } from "./set-up-form";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Set up · Slugline" };

/** The first run. Closed once there is an owner; the action checks for itself. */
export default async function SetUpPage() {
  if (await hasOwner()) redirect("/dashboard/sign-in" as Route);
  return (
    <AuthLayout title="Set up Slugline" host={new URL(env().BASE_URL).host}>
      <p className="mt-3 text-secondary">Make the first owner. More owners are invited from the settings.</p>
      <SetUpForm />
    </AuthLayout>
  );
}
