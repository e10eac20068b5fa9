import { withEmail } from "../core/email";
import { atPaceOf } from "../limits/account-pace";
import { type Guess, keepIfWrong, takeGuess } from "../limits/guess-limits";
import { hashForKnown, hashForStranger } from "../limits/hash-queue";
import { findDevice } from "../owners/device-cookie";
import {
  type Browser,
  type Credentials,
  checkPassword,
  type HashQueue,
  type RequestSource,
} from "../owners/start-session";
import { recordFailedSignIn } from "./failed-sign-ins";
import { continueSignIn, type NextStep } from "./second-factor/steps";

/**
 * Starts a session, or the second step that the account has. Null if email or password is
 * incorrect. A known device has its own count, so strangers' guesses never lock it out. Strangers
 * are limited by address and delayed by account. Throws `too_many_requests`.
 */
export async function signIn(
  credentials: Credentials,
  source: RequestSource,
  now: Date,
): Promise<NextStep | null> {
  const step = await trySignIn(credentials, source, now);
  if (step === null) await recordFailedSignIn(credentials.email, source.headers, now);
  return step;
}

async function trySignIn(
  credentials: Credentials,
  source: RequestSource,
  now: Date,
): Promise<NextStep | null> {
  const device = await findDevice(withEmail(credentials.email), source.cookies);
  if (device !== null) {
    const guess = await takeGuess("device", device, now);
    return attempt([guess], () => startSession(credentials, source, hashForKnown, now));
  }
  const byAddress = await takeGuess("address", source.address, now);
  const byAccount = await takeGuess("account", credentials.email, now);
  const guesses = { address: byAddress.counted, account: byAccount.counted };
  return attempt([byAddress, byAccount], () =>
    atPaceOf(credentials.email, guesses, () =>
      startSession(credentials, source, (job) => hashForStranger(guesses.address, job), now),
    ),
  );
}

async function attempt(
  guesses: Guess[],
  start: () => Promise<NextStep | null>,
): Promise<NextStep | null> {
  let step: NextStep | null = null;
  await keepIfWrong(guesses, async () => {
    step = await start();
    return step !== null;
  });
  return step;
}

/** The same without counting guesses, for whoever has just set the password. */
export async function startSession(
  credentials: Credentials,
  browser: Browser,
  queue: HashQueue,
  now: Date,
): Promise<NextStep | null> {
  const owner = await checkPassword(credentials, queue);
  return owner && continueSignIn(owner, browser, now);
}
