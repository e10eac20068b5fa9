import { atPaceOf } from "./account-pace";
import { findDevice } from "./device-cookie";
import { noteFailedSignIn } from "./failed-sign-ins";
import { keepIfWrong, takeGuess } from "./guess-limits";
import { hashForKnown, hashForStranger } from "./hash-queue";
import { type Credentials, type RequestSource, startSession } from "./start-session";

/**
 * Starts a session. Returns false if email or password is incorrect. A known device has its own
 * count, so strangers' guesses never lock it out. Strangers are limited by address and delayed by
 * account. Throws `too_many_requests`.
 */
export async function signIn(
  credentials: Credentials,
  source: RequestSource,
  now: Date,
): Promise<boolean> {
  const isRight = await trySignIn(credentials, source, now);
  if (!isRight) await noteFailedSignIn(credentials.email, source.headers, now);
  return isRight;
}

async function trySignIn(
  credentials: Credentials,
  source: RequestSource,
  now: Date,
): Promise<boolean> {
  const device = await findDevice(credentials.email, source.cookies);
  if (device !== null) {
    const guess = await takeGuess("device", device, now);
    return keepIfWrong([guess], () => startSession(credentials, source, hashForKnown));
  }
  const byAddress = await takeGuess("address", source.address, now);
  const byAccount = await takeGuess("account", credentials.email, now);
  const guesses = { address: byAddress.counted, account: byAccount.counted };
  return keepIfWrong([byAddress, byAccount], () =>
    atPaceOf(credentials.email, guesses, () =>
      startSession(credentials, source, (job) => hashForStranger(guesses.address, job)),
    ),
  );
}
