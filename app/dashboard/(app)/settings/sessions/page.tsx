import type { Metadata } from "next";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { PartHead } from "@/components/layout/section-header";
import { getViewer } from "@/components/layout/viewer";
import { getTexts } from "@/components/texts/get-texts";
import { TextsProvider } from "@/components/texts/texts-provider";
import { Tag } from "@/components/ui/tag";
import { settingsInEffect } from "@/lib/config/site-settings";
import { formatAgo, formatInstant } from "@/lib/core/format";
import { passwordLength } from "@/lib/core/password-length";
import { sessionDays } from "@/lib/owners/cookies";
import { findFactors } from "@/lib/owners/factors";
import { requireOwnerSession } from "@/lib/owners/require-owner";
import { listSessions, seenExactMs } from "@/lib/owners/sessions";
import { hasPassword } from "@/lib/sign-in/change-password";
import { isPasswordSignIn } from "@/lib/sign-in/oidc/settings";
import { hasPasskeySupport } from "@/lib/sign-in/second-factor/passkeys";
import { newApp } from "../../../second-factor/new-app";
import { defaultPasskeyName } from "../../../second-factor/new-passkey";
import { PasswordForm } from "./password-form";
import { SecondFactorCard } from "./second-factor-card";
import { EndOtherSessions, EndSession, SignOut } from "./session-buttons";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts("account.sessions"))("title") };
}

export default async function SessionsPage() {
  const current = await requireOwnerSession("/dashboard/settings/sessions");
  const now = new Date();
  const t = await getTexts("account.sessions");
  const [sessions, { timeZone, locale }] = [
    await listSessions(current.owner.id, now),
    await getViewer(),
  ];
  const canChangePassword =
    isPasswordSignIn(settingsInEffect()) && (await hasPassword(current.owner.id));
  const { app, passkeys, recoveryCodes } = await findFactors(current.owner.id);
  return (
    <TextsProvider of={["account.sessions", "signIn.factor"]}>
      <PartHead title={t("title")} note={t("note", { days: sessionDays })}>
        {sessions.length > 1 && <EndOtherSessions />}
        <SignOut />
      </PartHead>
      <EntryTable label={t("title")} heads={[t("browser"), t("lastUsed"), t("signedIn")]}>
        {sessions.map((session) => (
          <tr key={session.id}>
            <EntryCell lead note={session.device}>
              {session.browser ?? t("unknownBrowser")}
            </EntryCell>
            <EntryCell label={t("lastUsed")}>
              {formatAgo(session.lastUsedAt, now, seenExactMs, locale)}
            </EntryCell>
            <EntryCell label={t("signedIn")}>
              {formatInstant(new Date(session.signedInAt), now, timeZone, locale)}
            </EntryCell>
            <EntryCell action>
              {session.id === current.id ? (
                <Tag tone="accent">{t("thisBrowser")}</Tag>
              ) : (
                <EndSession id={session.id} name={session.browser ?? t("unknownBrowser")} />
              )}
            </EntryCell>
          </tr>
        ))}
      </EntryTable>
      {canChangePassword && (
        <>
          <PasswordForm email={current.owner.email} leastLength={passwordLength.least} />
          <SecondFactorCard
            email={current.owner.email}
            app={
              app && { since: formatInstant(app.since, now, timeZone, locale), isVoid: app.isVoid }
            }
            passkeys={passkeys.map(({ id, name, since, lastUsedAt }) => ({
              id,
              name,
              note: lastUsedAt
                ? t("passkeyUsed", {
                    added: formatInstant(since, now, timeZone, locale),
                    used: formatInstant(lastUsedAt, now, timeZone, locale),
                  })
                : t("passkeyUnused", { added: formatInstant(since, now, timeZone, locale) }),
            }))}
            hasPasskeySupport={hasPasskeySupport()}
            browser={await defaultPasskeyName()}
            recoveryCodes={recoveryCodes}
            newApp={newApp(current.owner.email)}
          />
        </>
      )}
    </TextsProvider>
  );
}
