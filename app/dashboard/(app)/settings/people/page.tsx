import type { Metadata } from "next";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { getViewer } from "@/components/layout/viewer";
import { Tag } from "@/components/ui/tag";
import { formatAgo, formatDay, formatUntil } from "@/lib/core/format";
import { sendsMail } from "@/lib/messages/mail-links";
import { inviteDays, listInvites } from "@/lib/owners/invites";
import { hasRoleGroups, isPasswordSignIn, oidcSettings } from "@/lib/owners/oidc/settings";
import { listOwners } from "@/lib/owners/owners";
import { resetMinutes } from "@/lib/owners/password-resets";
import { requireOwner } from "@/lib/owners/require-owner";
import { seenExactMs } from "@/lib/owners/sessions";
import { ChangeRole } from "./change-role";
import { Disconnect } from "./disconnect";
import { OwnerLinks, ResetPassword } from "./owner-links";
import { RemoveOwner } from "./remove-owner";
import { roleNames } from "./role-names";
import { WithdrawInvite } from "./withdraw-invite";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage() {
  const self = await requireOwner("/dashboard/settings/people");
  const now = new Date();
  const [people, invites, { timeZone }] = [
    await listOwners(now),
    await listInvites(now),
    await getViewer(),
  ];
  const provider = oidcSettings();
  const owners = people.filter(({ role }) => role === "owner").length;
  return (
    <OwnerLinks
      days={inviteDays}
      minutes={resetMinutes}
      pending={invites.map(({ id }) => id)}
      sendsMail={sendsMail()}
      hasPasswords={isPasswordSignIn()}
    >
      <EntryTable label="People" heads={["Name", "Role", "Signs in with", "Last seen"]}>
        {people.map(({ id, name, email, role, createdAt, lastSeenAt, ends, ...ways }) => (
          <tr key={id}>
            <EntryCell lead note={ways.hasSecondFactor ? `${email} · Second factor` : email}>
              {name}
            </EntryCell>
            <EntryCell>
              <ChangeRole {...{ id, email, role }} isLast={role === "owner" && owners === 1} />
            </EntryCell>
            <EntryCell label="Signs in with">
              {waysIn(ways, provider?.name).join(", ") || "Nothing yet"}
              {ways.isLinked && <Disconnect id={id} email={email} />}
            </EntryCell>
            <EntryCell
              label="Last seen"
              note={`Since ${formatDay(new Date(createdAt), { year: "always", timeZone })}`}
            >
              {lastSeenAt ? formatAgo(lastSeenAt, now, seenExactMs) : "Not yet"}
            </EntryCell>
            <EntryCell action>
              {id === self.id ? (
                <Tag>You</Tag>
              ) : (
                <span className="inline-flex justify-end gap-2 @max-md:flex-col @max-md:items-stretch">
                  <ResetPassword id={id} email={email} />
                  <RemoveOwner id={id} email={email} ends={ends} />
                </span>
              )}
            </EntryCell>
          </tr>
        ))}
      </EntryTable>
      {provider && hasRoleGroups(provider) && (
        <p className="text-secondary text-small">
          Whoever signs in with {provider.name} gets the role of their groups there, each time.
        </p>
      )}
      {invites.length > 0 && (
        <>
          <h3 className="mt-4 font-medium">Pending invitations</h3>
          <EntryTable label="Invitations" heads={["Invited by", "For", "Role", "Expires"]}>
            {invites.map(({ id, invitedBy, email, role, expiresAt }) => (
              <tr key={id}>
                <EntryCell lead>{invitedBy ?? "Command line"}</EntryCell>
                <EntryCell label="For">{email ?? "Anyone with the link"}</EntryCell>
                <EntryCell label="Role">{roleNames[role].name}</EntryCell>
                <EntryCell label="Expires">{formatUntil(new Date(expiresAt), now)}</EntryCell>
                <EntryCell action>
                  <WithdrawInvite id={id} />
                </EntryCell>
              </tr>
            ))}
          </EntryTable>
        </>
      )}
    </OwnerLinks>
  );
}

/** `name`: of the provider; undefined if single sign-on is off now. */
function waysIn(
  { hasPassword, isLinked }: { hasPassword: boolean; isLinked: boolean },
  name: string | undefined,
): string[] {
  const linked = name ? name.charAt(0).toUpperCase() + name.slice(1) : "Single sign-on (off)";
  return [
    ...(isLinked ? [linked] : []),
    ...(hasPassword && isPasswordSignIn() ? ["Password"] : []),
  ];
}
