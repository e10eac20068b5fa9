import type { Metadata } from "next";
import { ProviderLink } from "@/components/layout/provider-link";
import { getTexts } from "@/components/texts/get-texts";
import { settingsInEffect } from "@/lib/config/site-settings";
import { findInvite } from "@/lib/sign-in/invites";
import { isPasswordSignIn, oidcSettings, oidcStart } from "@/lib/sign-in/oidc/settings";
import { OneTimeLink } from "../../one-time-link";
import { InviteForm } from "./invite-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTexts("signIn.invitation");
  return { title: `${t("title")} · Slugline`, referrer: "no-referrer" };
}

export default async function InvitePage({ params }: PageProps<"/dashboard/invite/[token]">) {
  const { token } = await params;
  const signIn = await getTexts("signIn");
  const t = await getTexts("signIn.invitation");
  const settings = await getTexts("settings");
  const over = { title: t("over"), advice: t("askAgain") };
  const provider = oidcSettings(settingsInEffect());
  return (
    <OneTimeLink secret={token} find={findInvite} title={t("title")} over={over}>
      {({ invitedBy, email, role }) => (
        <>
          <p className="mt-3 text-secondary">
            {invitedBy ? t("byPerson", { name: invitedBy }) : t("byServer")}
          </p>
          <p className="mt-3 text-secondary">
            <strong>{settings(`roles.${role}`)}</strong> {settings(`roleMay.${role}`)}
          </p>
          {provider && (
            <ProviderLink
              href={oidcStart({ invite: token })}
              isOnly={!isPasswordSignIn(settingsInEffect())}
            >
              {signIn("withProvider", { provider: provider.name })}
            </ProviderLink>
          )}
          {isPasswordSignIn(settingsInEffect()) && (
            <InviteForm secret={token} email={email ?? undefined} />
          )}
        </>
      )}
    </OneTimeLink>
  );
}
