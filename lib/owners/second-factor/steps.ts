import { personOf } from "../../audit/actor";
import type { Role } from "../../core/access";
import { SluglineError } from "../../core/errors";
import { database } from "../../database/client";
import { findDevice } from "../device-cookie";
import { recordFailedSignIn } from "../failed-sign-ins";
import { type Guess, keepIfWrong, takeGuess } from "../guess-limits";
import { type Browser, openSession } from "../start-session";
import { type NewApp, setUpApp } from "./change-factors";
import { type Factors, findFactors, hasFactor, isSecondFactorRequired } from "./factors";
import {
  findHalf,
  forgetHalf,
  isRememberedBrowser,
  rememberBrowser,
  rememberHalf,
} from "./owner-cookies";
import { takeCode } from "./take-code";

/** What follows the password: nothing, a code, or the set-up of the factor that is required. */
export type NextStep = "done" | "second-step" | "set-up";

/**
 * Starts the session of an owner who knows the password, or asks for more first: also if the first
 * factor was set up while the session was being opened. Null if the owner was removed at this
 * moment.
 */
export async function continueSignIn(
  ownerId: string,
  browser: Browser,
  now: Date,
): Promise<NextStep | null> {
  const step = await nextStep(ownerId, browser, now);
  if (step === "done") {
    const isStillDone = async () => (await nextStep(ownerId, browser, now)) === "done";
    const isOpen = await openSession(ownerId, browser, "with a password", isStillDone);
    return isOpen ? step : continueSignIn(ownerId, browser, now);
  }
  if (step) await rememberHalf(ownerId, browser.cookies, now);
  return step;
}

async function nextStep(
  ownerId: string,
  { cookies }: Browser,
  now: Date,
): Promise<NextStep | null> {
  const owner = await database().owner.findUnique({
    where: { id: ownerId },
    select: { role: true },
  });
  if (!owner) return null;
  if (!(await hasFactor(database(), ownerId))) {
    return isSecondFactorRequired(owner.role as Role) ? "set-up" : "done";
  }
  return (await isRememberedBrowser(ownerId, cookies, now)) ? "done" : "second-step";
}

interface HalfSignIn {
  owner: { id: string; name: string; email: string };
  factors: Factors;
}

/** The sign-in that this browser began with the password, if that was within ten minutes. */
export async function findHalfSignIn(
  { cookies }: Pick<Browser, "cookies">,
  now: Date,
): Promise<HalfSignIn | null> {
  const owner = await findHalf(cookies, now);
  return owner && { owner, factors: await findFactors(owner.id) };
}

export async function requireHalf(browser: Browser, now: Date): Promise<HalfSignIn> {
  const half = await findHalfSignIn(browser, now);
  if (half) return half;
  throw new SluglineError(
    "unauthorized",
    "Your sign-in has expired, or was completed in another tab. Enter your password again.",
  );
}

/**
 * Signs in whoever gave the password before, with a code. False if it is wrong. Throws
 * `too_many_requests`, and `unauthorized` without a half sign-in.
 */
export async function passSecondStep(
  { code, isRemembered }: { code: string; isRemembered: boolean },
  browser: Browser,
  now: Date,
): Promise<boolean> {
  const { owner } = await requireHalf(browser, now);
  const guesses = await takeSecondStep(owner.id, browser, now);
  const isRight = await keepIfWrong(guesses, async () => {
    const kind = await takeCode(owner.id, code, now);
    return kind !== null && finish(owner.id, `with a password and ${kind}`, browser);
  });
  if (!isRight) await recordFailedSignIn(owner.email, browser.headers, now, "at the second step");
  else if (isRemembered) await rememberBrowser(owner.id, browser.cookies, now);
  return isRight;
}

/**
 * Sets up the app of somebody who needs one to sign in, and signs in. Returns the recovery codes;
 * null if the code is wrong.
 */
export async function passWithFirstApp(
  app: NewApp,
  browser: Browser,
  now: Date,
): Promise<string[] | null> {
  const { owner } = await requireHalf(browser, now);
  const by = personOf(owner, browser.headers);
  const codes = await setUpApp({ by, sessionId: null }, app, now);
  if (codes) await finish(owner.id, "with a password, and set up a second factor", browser);
  return codes;
}

/**
 * Counts a try of the second step by account, and by device for a browser that signed in before:
 * strangers who know the password cannot keep its owner out of that one.
 */
export async function takeSecondStep(
  ownerId: string,
  { cookies }: Browser,
  now: Date,
): Promise<Guess[]> {
  const subject = (await findDevice({ id: ownerId }, cookies)) ?? ownerId;
  return [
    await takeGuess("secondStep", subject, now),
    await takeGuess("secondStepDay", subject, now),
  ];
}

export async function finish(ownerId: string, how: string, browser: Browser): Promise<boolean> {
  if (!(await openSession(ownerId, browser, how))) return false;
  forgetHalf(browser.cookies);
  return true;
}
