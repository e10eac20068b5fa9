import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/components/layout/auth-layout";
import { env } from "@/lib/config/env";
import { ownCommand } from "@/lib/config/own-command";
import { withDeadline } from "@/lib/core/deadline";
import { partData } from "@/lib/http/part-data";
import { hasOwner } from "@/lib/owners/owners";
import { currentOwnerSession } from "@/lib/owners/require-owner";
import { returnPath } from "@/lib/owners/return-path";
import { tokenPlace } from "@/lib/owners/token-place";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in · Slugline" };

/** The form is shown even if the database does not answer. */
const answerLimitMs = 2_000;

export default async function SignInPage({ searchParams }: PageProps<"/dashboard/sign-in">) {
  const { next } = await searchParams;
  const wanted = returnPath(typeof next === "string" ? next : null);
  const known = await partData(
    withDeadline(Promise.all([currentOwnerSession(), hasOwner()]), answerLimitMs),
  );
  const [session, isSetUp] = known.ok ? known.value : [null, true];
  if (session) redirect(wanted as Route);
  return (
    <AuthLayout title="Sign in" host={new URL(env().BASE_URL).host}>
      <SignInForm
        next={wanted}
        problem={known.ok ? undefined : known.failure.message}
        resetCommand={ownCommand("npm run owner -- reset EMAIL")}
      />
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
