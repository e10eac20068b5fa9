import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuthLayout } from "@/components/layout/auth-layout";
import { env } from "@/lib/config/env";
import { answerTooManyRequests } from "@/lib/http/answer-status";
import { requestAddress } from "@/lib/http/peer-address";
import { findInvite } from "@/lib/owners/invites";
import { TooManyRequests } from "@/lib/owners/too-many-requests";
import { InviteForm } from "./invite-form";

export const metadata: Metadata = { title: "Invitation · Slugline", referrer: "no-referrer" };

export default async function InvitePage({ params }: PageProps<"/dashboard/invite/[token]">) {
  const { token } = await params;
  const host = new URL(env().BASE_URL).host;
  const invite = await lookUp(token);
  if (invite instanceof TooManyRequests) {
    return (
      <AuthLayout title="Too many attempts" host={host}>
        <p className="mt-3 text-secondary">{invite.message}</p>
      </AuthLayout>
    );
  }
  if (!invite) {
    return (
      <AuthLayout title="This invitation has expired or was already used" host={host}>
        <p className="mt-3 text-secondary">Ask the owner who sent it for a new one.</p>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Become an owner" host={host}>
      <p className="mt-3 text-secondary">{invite.invitedBy} invited you to manage the short links of this host.</p>
      <InviteForm secret={token} />
    </AuthLayout>
  );
}

async function lookUp(token: string): Promise<Awaited<ReturnType<typeof findInvite>> | TooManyRequests> {
  try {
    return await findInvite(token, requestAddress((await headers()).get("x-forwarded-for")), new Date());
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    answerTooManyRequests(error.retryAfterS);
    return error;
  }
}
