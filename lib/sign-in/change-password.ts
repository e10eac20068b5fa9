import { hashPassword } from "better-auth/crypto";
import { v4 as uuid } from "uuid";
import { recordEvent } from "../audit/record-event";
import { database } from "../database/client";
import { inTransaction, type Writer } from "../database/in-transaction";
import { hashForKnown } from "../limits/hash-queue";
import { rememberDevice } from "../owners/device-cookie";
import { type ActingSession, forgetRecentSessions } from "../owners/recent-sessions";
import { waitForWrites } from "../owners/rights";
import { lockProved } from "../owners/sign-in-lock";
import { type Browser, giveSession, storeSession } from "../owners/start-session";
import { confirmPassword } from "./confirm-password";

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/**
 * Changes the password of the owner with this session. All sessions and known devices end; this
 * browser gets new ones. Throws if the current password is wrong, and `too_many_requests`.
 */
export async function changePassword(
  { currentPassword, newPassword }: PasswordChange,
  session: ActingSession,
  browser: Browser,
  now: Date,
): Promise<void> {
  const { owner, by } = await confirmPassword(currentPassword, session, now);
  const passwordHash = await hashForKnown(() => hashPassword(newPassword));
  const token = await inTransaction(async (writer) => {
    await lockProved(writer, owner);
    await setPassword(writer, owner.id, passwordHash, now);
    await recordEvent(writer, { event: "password-changed", by }, now);
    return storeSession(writer, owner.id, browser, now);
  });
  forgetRecentSessions();
  await giveSession(token, browser);
  await rememberDevice({ ...owner, passwordHash }, browser.cookies);
}

/**
 * Under the lock of how this person signs in. Ends all sessions and links for a new password; known
 * devices and sign-ins under way end with the hash that they were proved with.
 */
export async function setPassword(
  writer: Writer,
  ownerId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await waitForWrites(writer, ownerId);
  // Whoever signed in at a provider only has no password yet.
  const key = { providerId: "credential", accountId: ownerId };
  const password = { password: passwordHash, updatedAt: now };
  await writer.ownerAccount.upsert({
    where: { providerId_accountId: key },
    create: { id: uuid(), ownerId, createdAt: now, ...key, ...password },
    update: password,
  });
  await writer.ownerSession.deleteMany({ where: { ownerId } });
  await writer.passwordReset.deleteMany({ where: { ownerId } });
}

/** Whoever only signs in at a provider has none. */
export async function hasPassword(ownerId: string): Promise<boolean> {
  const where = { ownerId, providerId: "credential" };
  return (await database().ownerAccount.findFirst({ where, select: { id: true } })) !== null;
}
