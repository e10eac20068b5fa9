import { database } from "../database/client";

/** An invitation that was not taken yet. The id is the hex hash of its secret. */
export interface InviteSummary {
  id: string;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
}

/** The invitations that can still be taken, the newest first. */
export async function listInvites(now: Date): Promise<InviteSummary[]> {
  const rows = await database().ownerInvite.findMany({
    where: { expiresAt: { gt: now } },
    include: { invitedBy: { select: { email: true } } },
    orderBy: { createdAt: "desc" },
  });
  return rows.map(({ hash, invitedBy, createdAt, expiresAt }) => ({
    id: Buffer.from(hash).toString("hex"),
    invitedBy: invitedBy.email,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}
