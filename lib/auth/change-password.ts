import { APIError } from "better-auth/api";
import { returnGuess, takeGuess } from "./guess-limits";
import { ownerAuth } from "./owner-auth";

interface PasswordChange {
  email: string;
  currentPassword: string;
  newPassword: string;
}

/**
 * Changes the password of the owner whose session is in these headers. All sessions end; this browser gets a new one.
 * False when the current password is wrong. Throws `too_many_requests`.
 */
export async function changePassword({ email, ...passwords }: PasswordChange, headers: Headers, now: Date): Promise<boolean> {
  await takeGuess("account", email, now);
  try {
    await (await ownerAuth()).api.changePassword({ body: { ...passwords, revokeOtherSessions: true }, headers });
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return false;
    throw error;
  }
  await returnGuess("account", email, now);
  return true;
}
