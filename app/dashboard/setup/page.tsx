import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/components/layout/auth-layout";
import { getTexts } from "@/components/texts/get-texts";
import { Toaster } from "@/components/ui/toast";
import { env } from "@/lib/config/env";
import { tokenPlace } from "@/lib/owners/token-place";
import { hasOwner } from "@/lib/sign-in/first-owner";
import { SetUpForm } from "./set-up-form";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${(await getTexts("signIn.setUp"))("tab")} · Slugline` };
}

/** The first run. Redirects once there is an owner; the action checks this itself, too. */
export default async function SetUpPage() {
  if (await hasOwner()) redirect("/dashboard/sign-in" as Route);
  const t = await getTexts("signIn.setUp");
  return (
    <AuthLayout title={t("title")} host={new URL(env().BASE_URL).host}>
      <p className="mt-3 text-secondary">{t("note")}</p>
      <SetUpForm tokenPlace={tokenPlace(env())} />
      <Toaster />
    </AuthLayout>
  );
}
