import type { Metadata } from "next";
import { ProviderLink } from "@/components/layout/provider-link";
import { type Role, withArticle } from "@/lib/core/access";
import { findInvite } from "@/lib/owners/invites";
import { isPasswordSignIn, oidcSettings, oidcStart } from "@/lib/owners/oidc/settings";
import { OneTimeLink } from "../../one-time-link";
import { InviteForm } from "./invite-form";

export const metadata: Metadata = { title: "Invitation · Slugline", referrer: "no-referrer" };

const over = {
  title: "This invitation has expired or was already used",
  advice: "Ask the owner who sent it for a new one.",
};

const what: Record<Role, string> = {
  owner: "manage the short links, people and settings of this host",
  editor: "manage the short links of this host",
  reader: "view the short links of this host and their statistics",
};

export default async function InvitePage({ params }: PageProps<"/dashboard/invite/[token]">) {
  const { token } = await params;
  const provider = oidcSettings();
  return (
    <OneTimeLink secret={token} find={findInvite} title="Invitation" over={over}>
      {({ invitedBy, email, role }) => (
        <>
          <p className="mt-3 text-secondary">
            {invitedBy ?? "The operator of this server"} invited you to {what[role]}.
          </p>
          {provider && (
            <ProviderLink href={oidcStart({ invite: token })} isOnly={!isPasswordSignIn()}>
              {`Become ${withArticle(role)} with ${provider.name}`}
            </ProviderLink>
          )}
          {isPasswordSignIn() && (
            <InviteForm
              secret={token}
              email={email ?? undefined}
              action={`Become ${withArticle(role)}`}
            />
          )}
        </>
      )}
    </OneTimeLink>
  );
}
