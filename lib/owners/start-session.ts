import { hashPassword, verifyPassword } from "better-auth/crypto";
import { v4 as uuid } from "uuid";
import { personOf, recordEvent } from "../audit/record-event";
import { withEmail } from "../core/email";
import { inTransaction, type Writer } from "../database/in-transaction";
import { isLanguage } from "../texts/languages";
import type { Sentence } from "../texts/sentence";
import { type CookieJar, sessionLifeS } from "./cookies";
import { type DeviceOwner, findDeviceOwner, rememberDevice } from "./device-cookie";
import { settleLanguage } from "./language";
import { markOwner } from "./own-clicks";
import { ownerAuth } from "./owner-auth";
import { newSecret } from "./secret-hash";
import { lockSignIn, type StoredSignIn } from "./sign-in-lock";

export interface Credentials {
  email: string;
  password: string;
}

export interface Browser {
  headers: Headers;
  cookies: CookieJar;
}

export interface RequestSource extends Browser {
  address: string;
}

export type HashQueue = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * The owner with this password, as stored before it waited in the queue; null if email or password
 * is incorrect. An unknown email takes as long as a wrong password. It does not count guesses:
 * `signIn` does.
 */
export async function checkPassword(
  { email, password }: Credentials,
  queue: HashQueue,
): Promise<DeviceOwner | null> {
  const owner = await findDeviceOwner(withEmail(email));
  if (!owner) {
    await queue(() => hashPassword(password));
    return null;
  }
  const hash = owner.passwordHash;
  return (await queue(() => verifyPassword({ hash, password }))) ? owner : null;
}

/**
 * Says, in the transaction that stores the session, how its person has proved to be who they are, for
 * the activity log; null if that does not hold by now. `stored`: locked, so that a later change ends
 * the session itself.
 */
export type Proof = (writer: Writer, stored: StoredSignIn) => Promise<Sentence | null>;

/** Starts a session, sets its cookie and makes this browser a known device. False without proof. */
export async function openSession(
  ownerId: string,
  browser: Browser,
  proof: Proof,
): Promise<boolean> {
  const now = new Date();
  const opened = await inTransaction(async (writer) => {
    const stored = await lockSignIn(writer, ownerId);
    const how = stored && (await proof(writer, stored));
    if (!stored || how === null) return null;
    const by = personOf(stored, browser.headers);
    await recordEvent(writer, { event: "signed-in", by, detail: how }, now);
    return { stored, token: await storeSession(writer, ownerId, browser, now) };
  });
  if (!opened || !(await giveSession(opened.token, browser))) return false;
  const { stored } = opened;
  const { cookies } = browser;
  const { passwordHash } = stored;
  if (passwordHash !== null) await rememberDevice({ ...stored, passwordHash }, cookies);
  markOwner(cookies, true);
  await settleLanguage(ownerId, isLanguage(stored.language) ? stored.language : null, cookies);
  return true;
}

/** Returns the token of the session. Under the lock of how its person signs in. */
export async function storeSession(
  writer: Writer,
  ownerId: string,
  { headers }: Browser,
  now: Date,
): Promise<string> {
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + sessionLifeS * 1_000);
  const userAgent = headers.get("user-agent") ?? "";
  const stamps = { createdAt: now, updatedAt: now, expiresAt };
  const data = { id: uuid(), token, ownerId, userAgent, ...stamps };
  await writer.ownerSession.create({ data, select: { id: true } });
  await writer.owner.update({
    where: { id: ownerId },
    data: { lastSeenAt: now },
    select: { id: true },
  });
  return token;
}

/** Sets the cookie of a session. False if it has ended already. */
export async function giveSession(token: string, { headers }: Browser): Promise<boolean> {
  const { api } = await ownerAuth();
  const given = await api.giveCookie({ body: { token }, headers }).catch((error: Error) => {
    // The library wraps what the database throws.
    throw error.cause ?? error;
  });
  return given !== null;
}
