"use server";

import { z } from "zod";
import { SluglineError } from "@/lib/core/errors";
import { isPasswordSignIn, passwordsAreOff } from "@/lib/owners/oidc/settings";
import { returnPath } from "@/lib/owners/return-path";
import { newPasskeySchema, passkeySchema } from "@/lib/owners/second-factor/passkey-response";
import {
  askForFirstPasskey,
  askForPasskey,
  type PasskeyStep,
  passWithFirstPasskey,
  signInWithPasskey,
} from "@/lib/owners/second-factor/passkey-steps";
import { defaultPasskeyName } from "../second-factor/new-passkey";
import { argument, openAction, openPage } from "../server-action";
import { writeSource } from "../write-source";

const stepSchema = z.enum(["sign-in", "second-step"]);

/** Instead of a password, passkeys are for servers with passwords: both pass by the provider. */
function allowed(step: unknown): PasskeyStep {
  const known = argument(step, stepSchema);
  if (known === "sign-in" && !isPasswordSignIn()) throw passwordsAreOff();
  return known;
}

export async function askPasskey(step: PasskeyStep) {
  return openAction(async () => askForPasskey(allowed(step), await writeSource(), new Date()));
}

export async function givePasskey(step: PasskeyStep, response: unknown, next: string) {
  const result = await openAction(async () => {
    const given = argument(response, passkeySchema);
    const source = await writeSource();
    const isRight = await signInWithPasskey(given, allowed(step), source, new Date());
    if (!isRight) throw new SluglineError("unauthorized", "passkeyUnknown");
    return returnPath(argument(next, z.string().max(4_000)));
  });
  if (result.ok) openPage(result.value);
  return result;
}

export async function askFirstPasskey() {
  return openAction(async () => askForFirstPasskey(await writeSource(), new Date()));
}

/** Returns the recovery codes. */
export async function giveFirstPasskey(response: unknown) {
  return openAction(async () => {
    const given = {
      response: argument(response, newPasskeySchema),
      name: await defaultPasskeyName(),
    };
    const codes = await passWithFirstPasskey(given, await writeSource(), new Date());
    if (codes === null) throw new SluglineError("unauthorized", "passkeyUnknown");
    return codes;
  });
}
