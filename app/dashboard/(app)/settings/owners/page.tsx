import type { Metadata } from "next";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { getViewer } from "@/components/layout/viewer";
import { Tag } from "@/components/ui/tag";
import { formatDay, formatUntil } from "@/lib/core/format";
import { inviteDays, listInvites } from "@/lib/owners/invites";
import { listOwners } from "@/lib/owners/owners";
import { resetMinutes } from "@/lib/owners/password-resets";
import { requireOwner } from "@/lib/owners/require-owner";
import { OwnerLinks, ResetPassword } from "./owner-links";
import { RemoveOwner } from "./remove-owner";
import { WithdrawInvite } from "./withdraw-invite";

export const metadata: Metadata = { title: "Owners" };

export default async function OwnersPage() {
  const self = await requireOwner();
  const now = new Date();
  const [owners, invites, { timeZone }] = [await listOwners(now), await listInvites(now), await getViewer()];
  return (
    <OwnerLinks days={inviteDays} minutes={resetMinutes} pending={invites.map(({ id }) => id)}>
      <EntryTable label="Owners" heads={["Owner", "Since"]}>
        {owners.map(({ id, name, email, createdAt, ends }) => (
          <tr key={id}>
            <EntryCell lead note={email}>
              {name}
            </EntryCell>
            <EntryCell label="Since">{formatDay(new Date(createdAt), { year: "always", timeZone })}</EntryCell>
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
      {invites.length > 0 && (
        <>
          <h3 className="mt-4 font-medium">Pending invitations</h3>
          <EntryTable label="Invitations" heads={["Invited by", "For", "Expires"]}>
            {invites.map(({ id, invitedBy, email, expiresAt }) => (
              <tr key={id}>
                <EntryCell lead>{invitedBy ?? "Command line"}</EntryCell>
                <EntryCell label="For">{email ?? "Anyone with the link"}</EntryCell>
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
