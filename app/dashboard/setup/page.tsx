import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/components/layout/auth-layout";
import { env } from "@/lib/config/env";
import { hasOwner } from "@/lib/owners/first-owner";
import { tokenPlace } from "@/lib/owners/token-place";
import { SetUpForm } from "./set-up-form";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Set up · Slugline" };

/** The first run. Redirects once there is an owner; the action checks this itself, too. */
export default async function SetUpPage() {
  if (await hasOwner()) redirect("/dashboard/sign-in" as Route);
  return (
    <AuthLayout title="Set up Slugline" host={new URL(env().BASE_URL).host}>
      <p className="mt-3 text-secondary">Create your owner account. You can invite others later.</p>
      <SetUpForm tokenPlace={tokenPlace()} />
    </AuthLayout>
  );
}
