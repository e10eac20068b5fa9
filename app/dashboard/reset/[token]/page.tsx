import type { Metadata } from "next";
import { getTexts } from "@/components/texts/get-texts";
import { settingsInEffect } from "@/lib/config/site-settings";
import { isPasswordSignIn } from "@/lib/sign-in/oidc/settings";
import { findReset } from "@/lib/sign-in/password-resets";
import { OneTimeLink } from "../../one-time-link";
import { ResetForm } from "./reset-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTexts("signIn.reset");
  return { title: `${t("tab")} · Slugline`, referrer: "no-referrer" };
}

export default async function ResetPage({ params }: PageProps<"/dashboard/reset/[token]">) {
  const { token } = await params;
  const t = await getTexts("signIn.reset");
  const over = { title: t("over"), advice: t("askAgain") };
  return (
    <OneTimeLink secret={token} find={findReset} title={t("title")} over={over}>
      {({ email }) => (
        <>
          <p className="mt-3 text-secondary [overflow-wrap:anywhere]">
            {t(isPasswordSignIn(settingsInEffect()) ? "note" : "noteWithoutPasswords", { email })}
          </p>
          <ResetForm secret={token} email={email} />
        </>
      )}
    </OneTimeLink>
  );
}
