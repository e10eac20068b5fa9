import { z } from "zod";
import { isDamaged } from "../core/clean-text";
import { refusedField, SluglineError } from "../core/errors";
import { currentPasswordSchema, newPasswordSchema } from "../core/owner-schema";
import { asciiDigits } from "../core/read-number";
import { knownTimeZone, timeZoneCookie } from "../core/time-zone";
import { shortcutsCookie, themeCookie, themes } from "../core/viewer-cookies";
import { isHttps } from "../owners/cookies";
import { findDeviceOwner, rememberDeviceOf } from "../owners/device-cookie";
import { chooseLanguage } from "../owners/language";
import { markOwner } from "../owners/own-clicks";
import { signInPage } from "../owners/return-path";
import {
  endOtherSessions as endOthers,
  endSession as endStored,
  signOut,
} from "../owners/sessions";
import { changePassword as changeStored } from "../sign-in/change-password";
import { confirmPassword } from "../sign-in/confirm-password";
import {
  removeApp as removeStoredApp,
  removePasskey as removeStoredPasskey,
  renewRecoveryCodes as renewCodes,
  setUpApp as setUpStored,
} from "../sign-in/second-factor/change-factors";
import { newPasskeySchema } from "../sign-in/second-factor/passkey-response";
import { newPasskeyOptions, addPasskey as storePasskey } from "../sign-in/second-factor/passkeys";
import { appSecretSchema } from "../sign-in/second-factor/time-code";
import { allLanguages } from "../texts/languages";
import { says, sentence } from "../texts/sentence";
import { acting, type Context, define } from "./define";

export const newAppSchema = z.object({
  secret: appSecretSchema,
  code: z
    .string()
    .transform((code) => asciiDigits(code).replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, says("codeSixDigits"))),
});

const passkeyName = z
  .string()
  .trim()
  .min(1, says("nameMissing"))
  .max(80, says("nameTooLong", { most: 80 }))
  .refine(
    (name) => !isDamaged(name),
    says("nameIsDamaged", { problem: sentence("mustNotBeDamaged") }),
  );

/** What each change of a factor needs. */
const confirmed = z.object({ currentPassword: currentPasswordSchema });

/** Whoever proves to know the password. */
const changerIn = (context: Context, password: string) =>
  confirmPassword(password, acting(context), context.now);

/** Where other sessions have ended, this browser stays known. */
async function stayKnown(context: Context): Promise<void> {
  const person = acting(context);
  await rememberDeviceOf(person, person.browser.cookies);
}

export const endSession = define({
  name: "endSession",
  role: "reader",
  target: z.object({ id: z.string().min(1).max(100) }),
  notes: "sessions-ended",
  run: async (context, { id }) => {
    await endStored(acting(context).by, id, context.now);
    await stayKnown(context);
  },
});

export const endOtherSessions = define({
  name: "endOtherSessions",
  role: "reader",
  notes: "sessions-ended",
  run: async (context) => {
    const { id, by } = acting(context);
    await endOthers(by, id, context.now);
    await stayKnown(context);
  },
});

/** Ends the session of this browser, and returns the page that follows. */
export const leave = define({
  name: "leave",
  role: "reader",
  notes: "signed-out",
  run: async (context) => {
    const { browser, ...session } = acting(context);
    await signOut(browser.headers, session, context.now);
    markOwner(browser.cookies, false);
    return signInPage;
  },
});

export const changePassword = define({
  name: "changePassword",
  role: "reader",
  body: () => confirmed.extend({ newPassword: newPasswordSchema }),
  notes: ["password-changed", "wrong-password"],
  run: async (context, { body }) => {
    const person = acting(context);
    await changeStored(body, person, person.browser, context.now);
  },
});

/** Without the password nobody gets the challenge that a new passkey answers. */
export const startPasskey = define({
  name: "startPasskey",
  role: "reader",
  body: () => confirmed.extend({ name: passkeyName }),
  notes: "wrong-password",
  run: async (context, { body }) =>
    newPasskeyOptions((await changerIn(context, body.currentPassword)).owner, context.now),
});

/** Returns recovery codes with the first factor, else an empty list. */
export const addPasskey = define({
  name: "addPasskey",
  role: "reader",
  body: () => z.object({ response: newPasskeySchema, name: passkeyName }),
  notes: ["factor-set-up", "sessions-ended"],
  run: async (context, { body }) => {
    const {
      id: sessionId,
      by,
      owner: { id },
    } = acting(context);
    const owner = await findDeviceOwner({ id });
    const codes = owner && (await storePasskey({ owner, by, sessionId }, body, context.now));
    if (codes === null) throw new SluglineError("forbidden", "passkeyUnknown");
    await stayKnown(context);
    return codes;
  },
});

export const removePasskey = define({
  name: "removePasskey",
  role: "reader",
  body: () => confirmed.extend({ id: z.string().min(1).max(2_000) }),
  notes: ["factor-removed", "sessions-ended", "wrong-password"],
  run: async (context, { body }) => {
    await removeStoredPasskey(await changerIn(context, body.currentPassword), body.id, context.now);
    await stayKnown(context);
  },
});

/** Returns recovery codes with the first factor, else an empty list. */
export const setUpApp = define({
  name: "setUpApp",
  role: "reader",
  body: () => newAppSchema.extend(confirmed.shape),
  notes: ["factor-set-up", "sessions-ended", "wrong-password"],
  run: async (context, { body: { currentPassword, ...app } }) => {
    const codes = await setUpStored(await changerIn(context, currentPassword), app, context.now);
    if (codes === null) throw refusedField("code", "codeWrong");
    await stayKnown(context);
    return codes;
  },
});

export const removeApp = define({
  name: "removeApp",
  role: "reader",
  body: () => confirmed,
  notes: ["factor-removed", "sessions-ended", "wrong-password"],
  run: async (context, { body }) => {
    await removeStoredApp(await changerIn(context, body.currentPassword), context.now);
    await stayKnown(context);
  },
});

/** Returns the new codes, which replace all earlier ones. */
export const renewRecoveryCodes = define({
  name: "renewRecoveryCodes",
  role: "reader",
  body: () => confirmed,
  notes: ["recovery-codes-made", "sessions-ended", "wrong-password"],
  run: async (context, { body }) => {
    const codes = await renewCodes(await changerIn(context, body.currentPassword), context.now);
    await stayKnown(context);
    return codes;
  },
});

/** A year, in seconds. */
const keptS = 365 * 24 * 3600;

function keep(context: Context, name: string, value: string): void {
  const attributes = { path: "/", sameSite: "lax", httpOnly: true, secure: isHttps() } as const;
  acting(context).browser.cookies.set(name, value, { ...attributes, maxAge: keptS });
}

export const saveTheme = define({
  name: "saveTheme",
  role: "reader",
  body: () => z.enum(themes),
  run: async (context, { body }) => keep(context, themeCookie, body),
});

/** Null: as the browser asks. */
export const saveLanguage = define({
  name: "saveLanguage",
  role: "reader",
  body: () => z.enum(allLanguages).nullable(),
  run: (context, { body }) => {
    const { owner, browser } = acting(context);
    return chooseLanguage(owner.id, body, browser.cookies);
  },
});

/** Single-key shortcuts. */
export const saveShortcuts = define({
  name: "saveShortcuts",
  role: "reader",
  body: () => z.boolean(),
  run: async (context, { body }) => keep(context, shortcutsCookie, body ? "on" : "off"),
});

export const saveTimeZone = define({
  name: "saveTimeZone",
  role: "reader",
  body: () => z.string().max(100),
  run: async (context, { body }) => keep(context, timeZoneCookie, knownTimeZone(body) ?? "UTC"),
});
