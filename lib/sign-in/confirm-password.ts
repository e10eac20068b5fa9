import { recordAfter } from "../audit/record-event";
import { refusedField } from "../core/errors";
import { keepIfWrong, takeGuess } from "../limits/guess-limits";
import { hashForKnown } from "../limits/hash-queue";
import type { DeviceOwner } from "../owners/device-cookie";
import type { ActingSession } from "../owners/recent-sessions";
import { checkPassword } from "../owners/start-session";
import type { Changer } from "./second-factor/change-factors";

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
