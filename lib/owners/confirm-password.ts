import { recordAfter } from "../audit/record-event";
import { refusedField } from "../core/errors";
import { keepIfWrong, takeGuess } from "./guess-limits";
import { hashForKnown } from "./hash-queue";
import type { ActingSession } from "./recent-sessions";
import { checkPassword } from "./start-session";

/**
 * Throws unless `password` is that of the owner with this session: a stolen session must not be
 * enough. Throws `too_many_requests`.
 */
export async function confirmPassword(
  password: string,
  session: ActingSession,
  now: Date,
): Promise<void> {
  const { email, id } = session.owner;
  await guessCurrentPassword(
    session,
    async () => (await checkPassword({ email, password }, hashForKnown)) === id,
    now,
  );
}

/**
 * Throws unless `attempt` finds the current password right. Wrong ones are noted, and counted by
 * session, which no stranger has. Throws `too_many_requests`.
 */
export async function guessCurrentPassword(
  { id, by }: ActingSession,
  attempt: () => Promise<boolean>,
  now: Date,
): Promise<void> {
  const guess = await takeGuess("session", id, now);
  if (await keepIfWrong([guess], attempt)) return;
  await recordAfter({ event: "wrong-password", by }, now);
  throw refusedField("currentPassword", "This is not your current password.");
}
