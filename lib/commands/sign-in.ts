import { z } from "zod";
import type { SettingsInEffect } from "../config/site-settings";
import { emailSchema } from "../core/email";
import { refusedField, SluglineError } from "../core/errors";
import { newOwnerSchema, newPasswordSchema } from "../core/owner-schema";
import { passwordLength } from "../core/password-length";
import { hashForKnown } from "../limits/hash-queue";
import { keepPickedLanguage } from "../owners/language";
import { firstPage, returnPath, stepPath } from "../owners/return-path";
import type { Credentials, RequestSource } from "../owners/start-session";
import { setUp } from "../sign-in/first-owner";
import { acceptInvite as acceptStored } from "../sign-in/invites";
import { isPasswordSignIn, passwordsAreOff } from "../sign-in/oidc/settings";
import { resetPassword as resetStored } from "../sign-in/password-resets";
import { newPasskeySchema, passkeySchema } from "../sign-in/second-factor/passkey-response";
import {
  askForFirstPasskey,
  askForPasskey,
  passWithFirstPasskey,
  signInWithPasskey,
} from "../sign-in/second-factor/passkey-steps";
import { passSecondStep as passStored, passWithFirstApp } from "../sign-in/second-factor/steps";
import { signIn as signInStored, startSession } from "../sign-in/sign-in";
import { allLanguages } from "../texts/languages";
import { says } from "../texts/sentence";
import { newAppSchema } from "./account";
import { define, type Stranger } from "./define";

/*
 * What leads to a session, which anyone may try. Where the output is the address of a page, the
 * browser goes on there.
 */

/** Before somebody signs in, the browser keeps it. Null: as the browser asks. */
export const pickLanguage = define({
  name: "pickLanguage",
  role: "anyone",
  body: () => z.enum(allLanguages).nullable(),
  run: async ({ source }, { body }) => keepPickedLanguage(source.cookies, body),
});

/** Instead of passwords and passkeys, the provider may be the only way in. */
function requirePasswords(settings: SettingsInEffect): void {
  if (!isPasswordSignIn(settings)) throw passwordsAreOff(settings);
}

export const signIn = define({
  name: "signIn",
  role: "anyone",
  body: () =>
    z.object({
      email: emailSchema,
      password: z
        .string()
        .min(1, says("passwordMissing"))
        .max(passwordLength.most, says("passwordTooLongFor", { most: passwordLength.most })),
      next: z.string().optional(),
    }),
  notes: ["signed-in", "sign-in-failed"],
  run: async ({ source, now, parts }, { body: { next, ...login } }) => {
    requirePasswords(parts.settings);
    const step = await signInStored(login, source, now);
    if (step === null) throw new SluglineError("unauthorized", "incorrectEmailOrPassword");
    return stepPath(step, returnPath(next));
  },
});

export const passSecondStep = define({
  name: "passSecondStep",
  role: "anyone",
  body: () =>
    z.object({
      code: z.string().trim().min(1, says("codeMissing")).max(100, says("codeMissing")),
      remember: z.literal("on").optional(),
      next: z.string().optional(),
    }),
  notes: ["signed-in", "sign-in-failed"],
  run: async ({ source, now }, { body: { code, remember, next } }) => {
    if (!(await passStored({ code, isRemembered: remember === "on" }, source, now)))
      throw refusedField("code", "codeWrong");
    return returnPath(next);
  },
});

/** Returns the recovery codes. */
export const passFirstApp = define({
  name: "passFirstApp",
  role: "anyone",
  body: () => newAppSchema,
  notes: ["factor-set-up", "sessions-ended", "signed-in"],
  run: async ({ source, now }, { body }) => {
    const codes = await passWithFirstApp(body, source, now);
    if (codes === null) throw refusedField("code", "codeWrong");
    return codes;
  },
});

const passkeyStep = z.enum(["sign-in", "second-step"]);
type Step = z.output<typeof passkeyStep>;

/** Instead of a password, passkeys are for servers with passwords: both pass by the provider. */
function allowed(step: Step, { settings }: Stranger["parts"]): Step {
  if (step === "sign-in") requirePasswords(settings);
  return step;
}

export const askPasskey = define({
  name: "askPasskey",
  role: "anyone",
  body: () => passkeyStep,
  run: async ({ source, now, parts }, { body }) => askForPasskey(allowed(body, parts), source, now),
});

const passkeyUnknown = () => new SluglineError("unauthorized", "passkeyUnknown");

export const givePasskey = define({
  name: "givePasskey",
  role: "anyone",
  body: () => z.object({ step: passkeyStep, response: passkeySchema, next: z.string().max(4_000) }),
  notes: ["signed-in", "sign-in-failed"],
  run: async ({ source, now, parts }, { body: { step, response, next } }) => {
    if (!(await signInWithPasskey(response, allowed(step, parts), source, now)))
      throw passkeyUnknown();
    return returnPath(next);
  },
});

export const askFirstPasskey = define({
  name: "askFirstPasskey",
  role: "anyone",
  run: ({ source, now }) => askForFirstPasskey(source, now),
});

/** Returns the recovery codes. The passkey is named after the browser that made it. */
export const giveFirstPasskey = define({
  name: "giveFirstPasskey",
  role: "anyone",
  body: () => newPasskeySchema,
  notes: ["factor-set-up", "sessions-ended", "signed-in"],
  run: async ({ actor, source, now }, { body: response }) => {
    const given = { response, name: actor.browser ?? "Passkey" };
    const codes = await passWithFirstPasskey(given, source, now);
    if (codes === null) throw passkeyUnknown();
    return codes;
  },
});

/** Signs in whoever has just chosen the password. */
async function enter(credentials: Credentials, source: RequestSource, now: Date) {
  const step = await startSession(credentials, source, hashForKnown, now);
  return stepPath(step ?? "done", firstPage);
}

export const setUpServer = define({
  name: "setUpServer",
  role: "anyone",
  body: () =>
    newOwnerSchema.extend({
      token: z.string().trim().min(1, says("apiTokenMissing")).max(1_000),
    }),
  notes: ["person-added", "signed-in"],
  run: async ({ source, now }, { body: { token, ...owner } }) => {
    await setUp(token, owner, source, now);
    return enter(owner, source, now);
  },
});

const secret = z.string().max(200);

export const acceptInvite = define({
  name: "acceptInvite",
  role: "anyone",
  body: () => newOwnerSchema.extend({ secret }),
  notes: ["person-added", "signed-in"],
  run: async ({ source, now, parts }, { body: { secret, ...owner } }) => {
    requirePasswords(parts.settings);
    await acceptStored(secret, owner, source, now);
    return enter(owner, source, now);
  },
});

export const resetPassword = define({
  name: "resetPassword",
  role: "anyone",
  body: () => z.object({ secret, password: newPasswordSchema }),
  notes: ["password-changed", "signed-in"],
  run: async ({ source, now }, { body: { secret, password } }) => {
    const email = await resetStored(secret, password, source, now);
    return enter({ email, password }, source, now);
  },
});
