import { personOf } from "../../audit/record-event";
import type { Role } from "../../core/access";
import type { Writer } from "../../database/in-transaction";
import { type Guess, keepIfWrong, takeGuess } from "../../limits/guess-limits";
import { type DeviceOwner, findDevice, findDeviceOwner } from "../../owners/device-cookie";
import { type Factors, findFactors, hasFactor, isSecondFactorRequired } from "../../owners/factors";
import { isStillProved, signInExpired } from "../../owners/sign-in-lock";
import { type Browser, openSession, type Proof } from "../../owners/start-session";
import { sentence } from "../../texts/sentence";
import { recordFailedSignIn } from "../failed-sign-ins";
import { type Changer, type NewApp, setUpApp } from "./change-factors";
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
 * Starts the session of an owner who gave the password, or asks for more first. What is required may
 * change until the session is stored. Null if the owner was removed or the password changed by then.
 */
export async function continueSignIn(
  owner: DeviceOwner,
  browser: Browser,
  now: Date,
): Promise<NextStep | null> {
  let step: NextStep = "done";
  const proof: Proof = async (writer, stored) => {
    if (!isStillProved(owner, stored)) return null;
    step = await nextStep(writer, { ...owner, role: stored.role }, browser, now);
    return step === "done" ? sentence("withPassword") : null;
  };
  if (await openSession(owner.id, browser, proof)) return "done";
  if (step !== "done") {
    await rememberHalf(owner, browser.cookies, now);
    return step;
  }
  // Whoever ended sessions or changed a factor meanwhile did not change the password.
  const again = await findDeviceOwner({ id: owner.id });
  return again?.passwordHash === owner.passwordHash ? continueSignIn(again, browser, now) : null;
}

async function nextStep(
  writer: Writer,
  { role, ...owner }: DeviceOwner & { role: Role },
  { cookies }: Browser,
  now: Date,
): Promise<NextStep> {
  if (!(await hasFactor(writer, owner.id))) return isSecondFactorRequired(role) ? "set-up" : "done";
  return (await isRememberedBrowser(owner, cookies, now)) ? "done" : "second-step";
}

interface HalfSignIn {
  owner: DeviceOwner;
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
  throw signInExpired();
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
  const isRight = await keepIfWrong(guesses, () =>
    finish(owner, browser, async (writer) => {
      const kind = await takeCode(writer, owner.id, code, now);
      return kind && sentence(kind);
    }),
  );
  if (!isRight)
    await recordFailedSignIn(owner.email, browser.headers, now, sentence("atSecondStep"));
  else if (isRemembered) await rememberBrowser(owner, browser.cookies, now);
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
  const codes = await setUpApp(changerAt(owner, browser), app, now);
  if (codes) await finishSetUp(owner, browser);
  return codes;
}

/** Somebody who has to set up a first factor. */
export function changerAt(owner: DeviceOwner, { headers }: Browser): Changer {
  return { owner, by: personOf(owner, headers), sessionId: null };
}

/** Signs in whoever has just set up the first factor, which ended what was proved before. */
export async function finishSetUp(owner: DeviceOwner, browser: Browser): Promise<void> {
  const proved = { ...owner, deviceEpoch: owner.deviceEpoch + 1 };
  await finish(proved, browser, async () => sentence("withPasswordAndSetUp"));
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

/** Signs in whoever gave the password, as far as `proof` holds, too. */
export async function finish(owner: DeviceOwner, browser: Browser, proof: Proof): Promise<boolean> {
  const both: Proof = async (writer, stored) =>
    isStillProved(owner, stored) ? proof(writer, stored) : null;
  if (!(await openSession(owner.id, browser, both))) return false;
  forgetHalf(browser.cookies);
  return true;
}
