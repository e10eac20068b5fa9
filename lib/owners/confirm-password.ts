import { recordAfter } from "../audit/record-event";
import { refusedField } from "../core/errors";
import type { DeviceOwner } from "./device-cookie";
import { keepIfWrong, takeGuess } from "./guess-limits";
import { hashForKnown } from "./hash-queue";
import type { ActingSession } from "./recent-sessions";
import type { Changer } from "./second-factor/change-factors";
import { checkPassword } from "./start-session";

/**
 * Whoever may change how the owner with this session signs in. Throws unless `password` is that of
 * the owner: a stolen session must not be enough. Wrong ones are noted, and counted by session, which
 * no stranger has. Throws `too_many_requests`.
 */
export async function confirmPassword(
  password: string,
  { id: sessionId, owner: { id, email }, by }: ActingSession,
  now: Date,
): Promise<Changer> {
  const guess = await takeGuess("session", sessionId, now);
  let found: DeviceOwner | null = null;
  const isRight = await keepIfWrong([guess], async () => {
    found = await checkPassword({ email, password }, hashForKnown);
    return found?.id === id;
  });
  if (isRight && found) return { owner: found, by, sessionId };
  await recordAfter({ event: "wrong-password", by }, now);
  throw refusedField("currentPassword", "currentPasswordWrong");
}
