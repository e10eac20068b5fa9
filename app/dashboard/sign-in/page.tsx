import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { AuthLayout } from "@/components/layout/auth-layout";
import { FormMessage } from "@/components/layout/form-message";
import { languageOffer } from "@/components/layout/language-offer";
import { LanguageSelect } from "@/components/layout/language-select";
import { ProviderLink } from "@/components/layout/provider-link";
import { getSaid } from "@/components/texts/get-said";
import { getTexts } from "@/components/texts/get-texts";
import { code } from "@/components/texts/tags";
import { env } from "@/lib/config/env";
import { ownCommand } from "@/lib/config/own-command";
import { settingsInEffect } from "@/lib/config/site-settings";
import { withDeadline } from "@/lib/core/deadline";
import { partData } from "@/lib/http/part-data";
import { currentOwnerSession } from "@/lib/owners/require-owner";
import { returnPath } from "@/lib/owners/return-path";
import { tokenPlace } from "@/lib/owners/token-place";
import { hasOwner } from "@/lib/sign-in/first-owner";
import { sentenceOf } from "@/lib/sign-in/oidc/refusal";
import { isPasswordSignIn, oidcSettings, oidcStart } from "@/lib/sign-in/oidc/settings";
import { isAnyPasskey } from "@/lib/sign-in/second-factor/passkeys";
import { pickLanguage } from "./actions";
import { PasskeySignIn } from "./passkey-sign-in";
import { SignInForm } from "./sign-in-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: `${(await getTexts("signIn"))("title")} · Slugline` };
}

/** The form is shown even if the database does not answer. */
const answerLimitMs = 2_000;

export default async function SignInPage({ searchParams }: PageProps<"/dashboard/sign-in">) {
  const t = await getTexts("signIn");
  const { next, reason } = await searchParams;
  const wanted = returnPath(typeof next === "string" ? next : null);
  const known = await partData(
    withDeadline(Promise.all([currentOwnerSession(), hasOwner(), isAnyPasskey()]), answerLimitMs),
  );
  const [session, isSetUp, hasPasskeys] = known.ok ? known.value : [null, true, false];
  const provider = oidcSettings(settingsInEffect());
  const refusal = provider && sentenceOf(reason, provider.name);
  if (session && !refusal) redirect(wanted as Route);
  if (!isSetUp && !provider) redirect("/dashboard/setup" as Route);
  const said = await getSaid();
  const problem = known.ok ? undefined : said(known.failure.sentence);
  const resetCommand = ownCommand("npm run owner -- reset EMAIL");
  return (
    <AuthLayout title={t("title")} host={new URL(env().BASE_URL).host}>
      {refusal && (
        <div className="mt-6">
          <FormMessage text={said(refusal)} />
        </div>
      )}
      {provider && (
        <ProviderLink
          href={oidcStart({ next: wanted })}
          isOnly={!isPasswordSignIn(settingsInEffect())}
        >
          {t("withProvider", { provider: provider.name })}
        </ProviderLink>
      )}
      {isPasswordSignIn(settingsInEffect()) ? (
        <>
          <SignInForm next={wanted} problem={problem} resetCommand={resetCommand} />
          {hasPasskeys && <PasskeySignIn step="sign-in" next={wanted} label={t("withPasskey")} />}
        </>
      ) : (
        <p className="mt-4 text-pretty text-secondary text-small">
          {problem} {t.rich("lockedOut", { command: resetCommand, code })}
        </p>
      )}
      {!isSetUp && (
        <p className="mt-6 text-secondary text-small">
          {t.rich(
            tokenPlace(env()).kind === "terminal" ? "firstTimeTerminal" : "firstTimeApiToken",
            {
              setUp: (text) => (
                <a href="/dashboard/setup" className="underline">
                  {text}
                </a>
              ),
            },
          )}
        </p>
      )}
      <div className="mt-8">
        <LanguageSelect {...(await languageOffer())} save={pickLanguage} />
      </div>
    </AuthLayout>
  );
}
