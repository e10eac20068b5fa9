import type { Metadata } from "next";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { PartHead } from "@/components/layout/section-header";
import { getViewer } from "@/components/layout/viewer";
import { Tag } from "@/components/ui/tag";
import { formatAgo, formatInstant } from "@/lib/core/format";
import { passwordLength } from "@/lib/core/owner-schema";
import { hasPassword } from "@/lib/owners/change-password";
import { isPasswordSignIn } from "@/lib/owners/oidc/settings";
import { requireOwnerSession } from "@/lib/owners/require-owner";
import { findFactors } from "@/lib/owners/second-factor/factors";
import { hasPasskeySupport } from "@/lib/owners/second-factor/passkeys";
import { listSessions, seenExactMs } from "@/lib/owners/sessions";
import { newApp } from "../../../second-factor/new-app";
import { defaultPasskeyName } from "../../../second-factor/new-passkey";
import { PasswordForm } from "./password-form";
import { SecondFactorCard } from "./second-factor-card";
import { EndOtherSessions, EndSession, SignOut } from "./session-buttons";

export const metadata: Metadata = { title: "Sessions" };

export default async function SessionsPage() {
  const current = await requireOwnerSession("/dashboard/settings/sessions");
  const now = new Date();
  const [sessions, { timeZone }] = [await listSessions(current.owner.id, now), await getViewer()];
  const canChangePassword = isPasswordSignIn() && (await hasPassword(current.owner.id));
  const { app, passkeys, recoveryCodes } = await findFactors(current.owner.id);
  return (
    <>
      <PartHead
        title="Sessions"
        note="Your signed-in devices. Sessions last 30 days. IP addresses are not stored."
      >
        {sessions.length > 1 && <EndOtherSessions />}
        <SignOut />
      </PartHead>
      <EntryTable label="Sessions" heads={["Browser", "Last used", "Signed in"]}>
        {sessions.map((session) => (
          <tr key={session.id}>
            <EntryCell lead note={session.device}>
              {session.browser ?? "Unknown browser"}
            </EntryCell>
            <EntryCell label="Last used">
              {formatAgo(session.lastUsedAt, now, seenExactMs)}
            </EntryCell>
            <EntryCell label="Signed in">
              {formatInstant(new Date(session.signedInAt), now, timeZone)}
            </EntryCell>
            <EntryCell action>
              {session.id === current.id ? (
                <Tag tone="accent">This browser</Tag>
              ) : (
                <EndSession id={session.id} name={session.browser ?? "Unknown browser"} />
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
            app={app && { since: formatInstant(app.since, now, timeZone), isVoid: app.isVoid }}
            passkeys={passkeys.map(({ id, name, since, lastUsedAt }) => ({
              id,
              name,
              note: `Passkey, added ${formatInstant(since, now, timeZone)}. ${
                lastUsedAt
                  ? `Last used ${formatInstant(lastUsedAt, now, timeZone)}.`
                  : "Not used yet."
              }`,
            }))}
            hasPasskeySupport={hasPasskeySupport()}
            browser={await defaultPasskeyName()}
            recoveryCodes={recoveryCodes}
            newApp={newApp(current.owner.email)}
          />
        </>
      )}
    </>
  );
}
