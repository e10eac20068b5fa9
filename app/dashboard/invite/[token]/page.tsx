import type { Metadata } from "next";
import { Gate } from "@/components/layout/gate";
import { findInvite } from "@/lib/auth/find-invite";
import { env } from "@/lib/env";
import { InviteForm } from "./invite-form";

export const metadata: Metadata = { title: "Invitation · Slugline", referrer: "no-referrer" };

export default async function InvitePage({ params }: PageProps<"/dashboard/invite/[token]">) {
  const { token } = await params;
  const invite = await findInvite(token, new Date());
  const host = new URL(env().BASE_URL).host;
  if (!invite) {
    return (
      <Gate title="This invitation is over" host={host}>
        <p className="mt-3 text-secondary">It was used, withdrawn or is too old. Ask the owner who sent it for a new one.</p>
      </Gate>
    );
  }
  return (
    <Gate title="Become an owner" host={host}>
      <p className="mt-3 text-secondary">{invite.invitedBy} invites you to look after the short links of this host.</p>
      <InviteForm secret={token} />
    </Gate>
  );
}
