import type { Metadata } from "next";
import { AuthLayout } from "@/components/layout/auth-layout";
import { getTexts } from "@/components/texts/get-texts";
import { env } from "@/lib/config/env";
import { ownCommand } from "@/lib/config/own-command";
import { hasPasskeySupport } from "@/lib/sign-in/second-factor/passkeys";
import { halfSignIn, toSignIn } from "../half-sign-in";
import { PasskeySignIn } from "../passkey-sign-in";
import { SecondStepForm } from "./second-step-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${(await getTexts("signIn.secondStep"))("title")} · Slugline` };
}

export default async function SecondStepPage({
  searchParams,
}: PageProps<"/dashboard/sign-in/second-step">) {
  const t = await getTexts("signIn.secondStep");
  const { wanted, half } = await halfSignIn(searchParams);
  if (!half) toSignIn(wanted);
  const { app, passkeys } = half.factors;
  const canUseApp = app !== null && !app.isVoid;
  const hasPasskey = passkeys.length > 0 && hasPasskeySupport();
  const isAsked = "recovery" in (await searchParams);
  const withRecoveryCode = isAsked || !(canUseApp || hasPasskey);
  return (
    <AuthLayout title={t("title")} host={new URL(env().BASE_URL).host}>
      <p className="mt-3 text-secondary [overflow-wrap:anywhere]">
        {t("forWhom", { email: half.owner.email })}
      </p>
      {app?.isVoid && <p className="mt-3 text-pretty">{t("appVoid")}</p>}
      {hasPasskey && !isAsked && (
        <PasskeySignIn
          step="second-step"
          next={wanted}
          label={t("usePasskey")}
          isPrimary={!canUseApp}
        />
      )}
      <SecondStepForm
        key={String(withRecoveryCode)}
        next={wanted}
        codes={withRecoveryCode ? "recovery" : canUseApp ? "app" : "none"}
        hasOther={canUseApp || hasPasskey}
        resetCommand={ownCommand(`npm run owner -- reset EMAIL --clear-second-factor`)}
      />
    </AuthLayout>
  );
}
