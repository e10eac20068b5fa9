import { hashPassword, verifyPassword } from "better-auth/crypto";
import { personOf } from "../audit/actor";
import { recordAfter } from "../audit/record-event";
import { database } from "../database/client";
import { isMissingReference } from "../database/database-errors";
import { isLanguage } from "../texts/languages";
import type { CookieJar } from "./cookies";
import { rememberDevice } from "./device-cookie";
import { settleLanguage } from "./language";
import { markOwner } from "./own-clicks";
import { ownerAuth } from "./owner-auth";

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
 * The id of the owner with this password; null if email or password is incorrect. An unknown email
 * takes as long as a wrong password. It does not count guesses: `signIn` does.
 */
export async function checkPassword(
  { email, password }: Credentials,
  queue: HashQueue,
): Promise<string | null> {
  const accounts = { where: { providerId: "credential" }, select: { password: true } };
  const owner = await database().owner.findUnique({
    where: { email },
    select: { id: true, accounts },
  });
  const hash = owner?.accounts[0]?.password;
  if (!owner || !hash) {
    await queue(() => hashPassword(password));
    return null;
  }
  return (await queue(() => verifyPassword({ hash, password }))) ? owner.id : null;
}

/**
 * Starts a session for an owner who has proved everything, sets its cookie and makes this browser a
 * known device. False if the person was removed at this moment, or if `isStillEnough` finds that
 * more has to be proved by now. `how`: for the activity log.
 */
export async function openSession(
  ownerId: string,
  { headers, cookies }: Browser,
  how: string,
  isStillEnough: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { api } = await ownerAuth();
  try {
    const opened = await api.openSession({ body: { ownerId }, headers });
    if (!opened) return false;
    const now = new Date();
    // Waits for a change of the factors, which locks the row: a later one ends this session itself.
    await database().owner.updateMany({ where: { id: ownerId }, data: { lastSeenAt: now } });
    if (!(await isStillEnough())) {
      await database().ownerSession.deleteMany({ where: { id: opened.session.id } });
      return false;
    }
    await rememberDevice(ownerId, cookies);
    markOwner(cookies, true);
    const { language } = opened.user as { language?: string | null };
    await settleLanguage(ownerId, isLanguage(language) ? language : null, cookies);
    await recordAfter({ event: "signed-in", by: personOf(opened.user, headers), detail: how }, now);
    return true;
  } catch (error) {
    // The library wraps what the database throws.
    const cause = (error as Error).cause ?? error;
    if (isMissingReference(cause)) return false;
    throw cause;
  }
}
