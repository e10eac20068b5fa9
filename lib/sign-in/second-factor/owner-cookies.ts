import { type CookieJar, readCookie, removeCookie, setCookie } from "../../owners/cookies";
import { type DeviceOwner, findDeviceOwner, signFor } from "../../owners/device-cookie";
import { isSameSecret } from "../../owners/secret-hash";
import { sessionSecret } from "../../owners/session-secret";

/** From the password to the second factor. */
const halfLifeS = 10 * 60;

const rememberedLifeS = 30 * 24 * 3600;
const rememberedBy = (ownerId: string) => `remembered.${ownerId}`;

/**
 * Marks a browser whose user knows the password of an account with a second factor. It opens
 * nothing but the pages of the second step. Like all cookies here it ends when the password, a
 * factor or the sessions of the owner change.
 */
export async function rememberHalf(owner: DeviceOwner, jar: CookieJar, now: Date): Promise<void> {
  const value = await signed(owner, "half", now.getTime() + halfLifeS * 1_000);
  setCookie(jar, "half", `${owner.id}.${value}`, halfLifeS);
}

/** Whose password this browser has given within the last ten minutes. */
export async function findHalf(jar: CookieJar, now: Date): Promise<DeviceOwner | null> {
  const [id, ...rest] = readCookie(jar, "half")?.split(".") ?? [];
  const owner = id ? await findDeviceOwner({ id }) : null;
  return owner && (await isValid(rest.join("."), owner, "half", now)) ? owner : null;
}

export function forgetHalf(jar: CookieJar): void {
  removeCookie(jar, "half");
}

/**
 * Lets this browser, which has just given a second factor, sign in to the account with the password
 * alone for 30 days.
 */
export async function rememberBrowser(
  owner: DeviceOwner,
  jar: CookieJar,
  now: Date,
): Promise<void> {
  const value = await signed(owner, "remembered", now.getTime() + rememberedLifeS * 1_000);
  setCookie(jar, rememberedBy(owner.id), value, rememberedLifeS);
}

export async function isRememberedBrowser(
  owner: DeviceOwner,
  jar: CookieJar,
  now: Date,
): Promise<boolean> {
  return isValid(readCookie(jar, rememberedBy(owner.id)) ?? "", owner, "remembered", now);
}

async function signed(owner: DeviceOwner, purpose: string, untilMs: number): Promise<string> {
  return `${untilMs}.${signFor(owner, [purpose, String(untilMs)], await sessionSecret())}`;
}

async function isValid(
  value: string,
  owner: DeviceOwner,
  purpose: string,
  now: Date,
): Promise<boolean> {
  const untilMs = Number(value.split(".", 1)[0]);
  return untilMs > now.getTime() && isSameSecret(value, await signed(owner, purpose, untilMs));
}
