import type { Metadata } from "next";
import { EntryCell, EntryTable } from "@/components/layout/entry-table";
import { getViewer } from "@/components/layout/viewer";
import { Tag } from "@/components/ui/tag";
import { formatDay, formatUntil } from "@/lib/core/format";
import { inviteDays, listInvites } from "@/lib/owners/invites";
import { listOwners } from "@/lib/owners/owners";
import { requireOwner } from "@/lib/owners/require-owner";
import { InviteOwner } from "./invite-owner";
import { RemoveOwner } from "./remove-owner";
import { WithdrawInvite } from "./withdraw-invite";

export const metadata: Metadata = { title: "Owners" };

export default async function OwnersPage() {
  const self = await requireOwner();
  const now = new Date();
  const [owners, invites, { timeZone }] = [await listOwners(), await listInvites(now), await getViewer()];
  return (
    <>
      <InviteOwner days={inviteDays} />
      <EntryTable label="Owners" heads={["Owner", "Email", "Since"]}>
        {owners.map(({ id, name, email, createdAt }) => (
          <tr key={id}>
            <EntryCell lead>{name}</EntryCell>
            <EntryCell>
              <span className="[overflow-wrap:anywhere]">{email}</span>
            </EntryCell>
            <EntryCell label="Since">{formatDay(new Date(createdAt), { year: "always", timeZone })}</EntryCell>
            <EntryCell action>{id === self.id ? <Tag>You</Tag> : <RemoveOwner id={id} email={email} />}</EntryCell>
          </tr>
        ))}
      </EntryTable>
      {invites.length > 0 && (
        <>
          <h3 className="mt-4 font-medium">Pending invitations</h3>
          <EntryTable label="Invitations" heads={["Invited by", "Expires"]}>
            {invites.map(({ id, invitedBy, expiresAt }) => (
              <tr key={id}>
                <EntryCell lead>{invitedBy}</EntryCell>
                <EntryCell label="Expires">{formatUntil(new Date(expiresAt), now)}</EntryCell>
                <EntryCell action>
                  <WithdrawInvite id={id} />
                </EntryCell>
              </tr>
            ))}
          </EntryTable>
        </>
      )}
    </>
  );
}
