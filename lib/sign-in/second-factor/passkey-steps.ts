import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { keepIfWrong, takeGuess } from "../../limits/guess-limits";
import type { DeviceOwner } from "../../owners/device-cookie";
import {
  type Browser,
  openSession,
  type Proof,
  type RequestSource,
} from "../../owners/start-session";
import { sentence } from "../../texts/sentence";
import { recordFailedSignIn } from "../failed-sign-ins";
import {
  addPasskey,
  checkPasskey,
  newPasskeyOptions,
  passkeyOptions,
  takePasskey,
} from "./passkeys";
import { changerAt, finish, finishSetUp, requireHalf, takeSecondStep } from "./steps";

/** Where a passkey signs in: instead of the password, or after it. */
export type PasskeyStep = "sign-in" | "second-step";

/** The owner who gave the password, or null for whoever has said nothing yet. */
async function ownerAt(
  step: PasskeyStep,
  browser: Browser,
  now: Date,
): Promise<DeviceOwner | null> {
  return step === "second-step" ? (await requireHalf(browser, now)).owner : null;
}

/** Throws `unauthorized` at the second step if no password was given. */
export async function askForPasskey(
  step: PasskeyStep,
  browser: Browser,
  now: Date,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const owner = await ownerAt(step, browser, now);
  return passkeyOptions({ what: step, owner }, now);
}

/**
 * Signs in with a passkey. False if it is not valid. Nobody can guess one, so wrong ones are only
 * counted by address, and after the password by account or device like codes: others of the same
 * network keep no owner out. Throws `too_many_requests`, and like `askForPasskey`.
 */
export async function signInWithPasskey(
  response: AuthenticationResponseJSON,
  step: PasskeyStep,
  source: RequestSource,
  now: Date,
): Promise<boolean> {
  const owner = await ownerAt(step, source, now);
  const guesses = owner
    ? await takeSecondStep(owner.id, source, now)
    : [await takeGuess("address", source.address, now)];
  const isRight = await keepIfWrong(guesses, async () => {
    const used = await checkPasskey(response, { what: step, owner }, now);
    if (!used) return false;
    const how = owner ? sentence("withPasswordAndPasskey") : sentence("withPasskey");
    const proof: Proof = async (writer) => ((await takePasskey(writer, used, now)) ? how : null);
    return owner ? finish(owner, source, proof) : openSession(used.ownerId, source, proof);
  });
  if (!isRight)
    await recordFailedSignIn(owner?.email ?? "", source.headers, now, sentence("withPasskey"));
  return isRight;
}

/** For somebody who needs a factor to sign in. */
export async function askForFirstPasskey(
  browser: Browser,
  now: Date,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return newPasskeyOptions((await requireHalf(browser, now)).owner, now);
}

/** Like `passWithFirstApp`. */
export async function passWithFirstPasskey(
  passkey: { response: RegistrationResponseJSON; name: string },
  browser: Browser,
  now: Date,
): Promise<string[] | null> {
  const { owner } = await requireHalf(browser, now);
  const codes = await addPasskey(changerAt(owner, browser), passkey, now);
  if (codes) await finishSetUp(owner, browser);
  return codes;
}
