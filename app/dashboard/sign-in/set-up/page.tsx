import type { Metadata } from "next";
import { AuthLayout } from "@/components/layout/auth-layout";
import { getTexts } from "@/components/texts/get-texts";
import { env } from "@/lib/config/env";
import { currentOwnerSession } from "@/lib/owners/require-owner";
import { hasPasskeySupport } from "@/lib/sign-in/second-factor/passkeys";
import { newApp } from "../../second-factor/new-app";
import { halfSignIn, toSignIn } from "../half-sign-in";
import { SetUpForm } from "./set-up-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${(await getTexts("signIn.factor"))("title")} · Slugline` };
}

export default async function SetUpPage({ searchParams }: PageProps<"/dashboard/sign-in/set-up">) {
  const t = await getTexts("signIn.factor");
  const { wanted, half } = await halfSignIn(searchParams);
  // The form signs in, and then shows the recovery codes on this page.
  const email = half?.owner.email ?? (await currentOwnerSession())?.owner.email;
  if (email === undefined) toSignIn(wanted);
  return (
    <AuthLayout title={t("title")} host={new URL(env().BASE_URL).host}>
      <SetUpForm
        next={wanted}
        email={email}
        app={half && newApp(email)}
        hasPasskeys={hasPasskeySupport()}
      />
    </AuthLayout>
  );
}
