import { randomBytes } from "node:crypto";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { type CookieJar, readCookie, setCookie } from "./cookies";
import type { OwnerSession } from "./recent-sessions";
import { isSameSecret, sign } from "./secret-hash";
import { sessionSecret } from "./session-secret";

/** The longest lifetime that browsers accept (RFC 6265bis, 5.5). */
const lifeS = 400 * 24 * 3600;

/**
 * What an owner proved, with the password or a cookie, as it was stored then. Cookies are signed
 * over it: if any of it changes, earlier ones become invalid, and so do those made from this.
 */
export interface DeviceOwner {
  id: string;
  email: string;
  name: string;
  deviceEpoch: number;
  passwordHash: string;
}

/** A browser keeps this cookie after sign-out, one per account. */
const kindOf = (ownerId: string) => `device.${ownerId}`;

/** The value of a device cookie. The signature covers the account, its password and its epoch. */
function deviceCookieOf(device: string, owner: DeviceOwner, secret: string): string {
  return `${device}.${signFor(owner, ["device", device], secret)}`;
}

/**
 * A signature over `text` that becomes invalid when the owner changes the password or ends
 * sessions.
 */
export function signFor(
  { id, deviceEpoch, passwordHash }: DeviceOwner,
  text: readonly [purpose: string, ...string[]],
  secret: string,
): string {
  return sign(secret, [...text, id, deviceEpoch, passwordHash]);
}

/** The device in a cookie, if the cookie is signed for this owner and not revoked. */
function deviceOfCookie(cookie: string, owner: DeviceOwner, secret: string): string | null {
  const device = cookie.split(".", 1)[0] ?? "";
  return isSameSecret(cookie, deviceCookieOf(device, owner, secret)) ? device : null;
}

/** The device of this request, if it has signed in to this account before. */
export async function findDevice(
  account: Prisma.OwnerWhereInput,
  jar: CookieJar,
): Promise<string | null> {
  // A request without a device cookie costs no query, and its response time reveals nothing.
  if (!jar.getAll().some(({ name }) => name.includes("slugline.device."))) return null;
  const owner = await findDeviceOwner(account);
  const cookie = owner && readCookie(jar, kindOf(owner.id));
  return owner && cookie ? deviceOfCookie(cookie, owner, await sessionSecret()) : null;
}

/** Makes this browser, which has just proved this, a known device of the owner. */
export async function rememberDevice(owner: DeviceOwner, jar: CookieJar): Promise<void> {
  const value = deviceCookieOf(randomBytes(16).toString("base64url"), owner, await sessionSecret());
  setCookie(jar, kindOf(owner.id), value, lifeS);
}

/**
 * The same for the browser of a session, if it has not ended. It ends with the password, so it is
 * read after that.
 */
export async function rememberDeviceOf({ id, owner }: OwnerSession, jar: CookieJar): Promise<void> {
  const found = await findDeviceOwner({ id: owner.id });
  if (found && (await database().ownerSession.count({ where: { id } })) > 0)
    await rememberDevice(found, jar);
}

export async function findDeviceOwner(where: Prisma.OwnerWhereInput): Promise<DeviceOwner | null> {
  const accounts = { where: { providerId: "credential" }, select: { password: true } };
  const found = await database().owner.findFirst({
    where,
    select: { id: true, email: true, name: true, deviceEpoch: true, accounts },
  });
  const passwordHash = found?.accounts[0]?.password;
  if (!found || !passwordHash) return null;
  const { id, email, name, deviceEpoch } = found;
  return { id, email, name, deviceEpoch, passwordHash };
}
