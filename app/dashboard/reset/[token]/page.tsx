import type { Metadata } from "next";
import { isPasswordSignIn } from "@/lib/owners/oidc/settings";
import { findReset } from "@/lib/owners/password-resets";
import { OneTimeLink } from "../../one-time-link";
import { ResetForm } from "./reset-form";

export const metadata: Metadata = { title: "New password · Slugline", referrer: "no-referrer" };

const over = {
  title: "This link has expired or was already used",
  advice: "Run the command on the server again, or ask another owner for a new link.",
};

export default async function ResetPage({ params }: PageProps<"/dashboard/reset/[token]">) {
  const { token } = await params;
  return (
    <OneTimeLink secret={token} find={findReset} title="Set a new password" over={over}>
      {({ email }) => (
        <>
          <p className="mt-3 text-secondary [overflow-wrap:anywhere]">
            For {email}. All devices of this account will be signed out.
            {!isPasswordSignIn() &&
              " This browser is signed in at once. Passwords are off otherwise: the new one works when PASSWORD_SIGN_IN is on again."}
          </p>
          <ResetForm secret={token} email={email} />
        </>
      )}
    </OneTimeLink>
  );
}
