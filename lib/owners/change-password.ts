import { recordAfter } from "../audit/record-event";
import { database } from "../database/client";
import { guessCurrentPassword } from "./confirm-password";
import { rememberDevice } from "./device-cookie";
import { hashForKnown } from "./hash-queue";
import { assertWrongPassword, ownerAuth } from "./owner-auth";
import { withdrawReset } from "./password-resets";
import { type ActingSession, forgetRecentSessions } from "./recent-sessions";
import type { Browser } from "./start-session";

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/**
 * Changes the password of the owner with this session. All sessions and known devices end; this
 * browser gets new ones. Throws if the current password is wrong, and `too_many_requests`.
 */
export async function changePassword(
  passwords: PasswordChange,
  session: ActingSession,
  { headers, cookies }: Browser,
  now: Date,
): Promise<void> {
  const change = async () => {
    const { api } = await ownerAuth();
    try {
      await hashForKnown(() =>
        api.changePassword({ body: { ...passwords, revokeOtherSessions: true }, headers }),
      );
    } catch (error) {
      assertWrongPassword(error);
      return false;
    }
    forgetRecentSessions();
    await recordAfter({ event: "password-changed", by: session.by }, now);
    await withdrawReset(session.owner.id);
    await rememberDevice(session.owner.id, cookies);
    return true;
  };
  await guessCurrentPassword(session, change, now);
}

/** Whoever only signs in at a provider has none. */
export async function hasPassword(ownerId: string): Promise<boolean> {
  const where = { ownerId, providerId: "credential" };
  return (await database().ownerAccount.findFirst({ where, select: { id: true } })) !== null;
}
