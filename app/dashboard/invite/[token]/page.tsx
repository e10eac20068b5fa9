import type { Metadata } from "next";
import { findInvite } from "@/lib/owners/invites";
import { OneTimeLink } from "../../one-time-link";
import { InviteForm } from "./invite-form";

export const metadata: Metadata = { title: "Invitation · Slugline", referrer: "no-referrer" };

const over = { title: "This invitation has expired or was already used", advice: "Ask the owner who sent it for a new one." };

export default async function InvitePage({ params }: PageProps<"/dashboard/invite/[token]">) {
  const { token } = await params;
  return (
    <OneTimeLink secret={token} find={findInvite} title="Become an owner" over={over}>
      {({ invitedBy, email }) => (
        <>
          <p className="mt-3 text-secondary">{invitedBy ?? "The operator of this server"} invited you to manage the short links of this host.</p>
          <InviteForm secret={token} email={email ?? undefined} />
        </>
      )}
    </OneTimeLink>
  );
}
