import { refusedField } from "../core/errors";
import { keepIfWrong, takeGuess } from "./guess-limits";
import { hashForKnown } from "./hash-queue";
import type { OwnerSession } from "./recent-sessions";
import { checkPassword } from "./start-session";

/**
 * Throws unless `password` is that of the owner with this session: a stolen session must not be
 * enough. Guesses are counted like those of somebody who changes the password. Throws
 * `too_many_requests`.
 */
export async function confirmPassword(
  password: string,
  { id, owner }: OwnerSession,
  now: Date,
): Promise<void> {
  const guess = await takeGuess("session", id, now);
  const isRight = await keepIfWrong(
    [guess],
    async () => (await checkPassword({ email: owner.email, password }, hashForKnown)) === owner.id,
  );
  if (!isRight) throw refusedField("currentPassword", "This is not your current password.");
}
