import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/components/layout/auth-layout";
import { FormMessage } from "@/components/layout/form-message";
import { ProviderLink } from "@/components/layout/provider-link";
import { env } from "@/lib/config/env";
import { ownCommand } from "@/lib/config/own-command";
import { withDeadline } from "@/lib/core/deadline";
import { partData } from "@/lib/http/part-data";
import { hasOwner } from "@/lib/owners/first-owner";
import { sentenceOf } from "@/lib/owners/oidc/refusal";
import { isPasswordSignIn, oidcSettings, oidcStart } from "@/lib/owners/oidc/settings";
import { currentOwnerSession } from "@/lib/owners/require-owner";
import { returnPath } from "@/lib/owners/return-path";
import { isAnyPasskey } from "@/lib/owners/second-factor/passkeys";
import { tokenPlace } from "@/lib/owners/token-place";
import { PasskeySignIn } from "./passkey-sign-in";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in · Slugline" };

/** The form is shown even if the database does not answer. */
const answerLimitMs = 2_000;

export default async function SignInPage({ searchParams }: PageProps<"/dashboard/sign-in">) {
  const { next, reason } = await searchParams;
  const wanted = returnPath(typeof next === "string" ? next : null);
  const known = await partData(
    withDeadline(Promise.all([currentOwnerSession(), hasOwner(), isAnyPasskey()]), answerLimitMs),
  );
  const [session, isSetUp, hasPasskeys] = known.ok ? known.value : [null, true, false];
  const provider = oidcSettings();
  const refusal = provider && sentenceOf(reason, provider.name);
  if (session && !refusal) redirect(wanted as Route);
  const problem = known.ok ? undefined : known.failure.message;
  const resetCommand = ownCommand("npm run owner -- reset EMAIL");
  return (
    <AuthLayout title="Sign in" host={new URL(env().BASE_URL).host}>
      {refusal && (
        <div className="mt-6">
          <FormMessage text={refusal} />
        </div>
      )}
      {provider && (
        <ProviderLink href={oidcStart({ next: wanted })} isOnly={!isPasswordSignIn()}>
          {`Sign in with ${provider.name}`}
        </ProviderLink>
      )}
      {isPasswordSignIn() ? (
        <>
          <SignInForm next={wanted} problem={problem} resetCommand={resetCommand} />
          {hasPasskeys && (
            <PasskeySignIn step="sign-in" next={wanted} label="Sign in with a passkey" />
          )}
        </>
      ) : (
        <p className="mt-4 text-pretty text-secondary text-small">
          {problem} Locked out? Run <code className="mono">{resetCommand}</code> on the server.
        </p>
      )}
      {!isSetUp && (
        <p className="mt-6 text-secondary text-small">
          First time?{" "}
          <a href="/dashboard/setup" className="underline">
            Set up Slugline
          </a>{" "}
          {tokenPlace().kind === "terminal"
            ? "by the link in your terminal."
            : "with the API token of this server."}
        </p>
      )}
    </AuthLayout>
  );
}
