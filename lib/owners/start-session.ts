import { personOf } from "../audit/actor";
import { noteAfter } from "../audit/note-event";
import { database } from "../database/client";
import { isMissingReference } from "../database/database-errors";
import { type CookieJar, rememberDevice } from "./device-cookie";
import { markOwner } from "./own-clicks";
import { assertWrongPassword, ownerAuth } from "./owner-auth";

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

type HashQueue = <T>(job: () => Promise<T>) => Promise<T>;

/**
 * Starts a session of a person who has authenticated in another way than by password, and sets its
 * cookie. False if the person was removed at this moment. `how`: for the activity log.
 */
export async function openSession(
  ownerId: string,
  browser: Browser,
  how: string,
): Promise<boolean> {
  const { api } = await ownerAuth();
  try {
    const { user } = await api.openSession({ body: { ownerId }, headers: browser.headers });
    if (user) await finishSignIn(user, browser, how);
    return user !== null;
  } catch (error) {
    // The library wraps what the database throws.
    const cause = (error as Error).cause ?? error;
    if (isMissingReference(cause)) return false;
    throw cause;
  }
}

async function finishSignIn(
  user: Parameters<typeof personOf>[0],
  { headers, cookies }: Browser,
  how: string,
): Promise<void> {
  const now = new Date();
  await database().owner.updateMany({ where: { id: user.id }, data: { lastSeenAt: now } });
  await rememberDevice(user.id, cookies);
  markOwner(cookies, true);
  await noteAfter({ event: "signed-in", by: personOf(user, headers), detail: how }, now);
}

/**
 * Starts a session, sets its cookie and makes this browser a known device. False if email or
 * password is incorrect; an unknown email takes as long as a wrong password. It does not count
 * guesses: `signIn` does.
 */
export async function startSession(
  { email, password }: Credentials,
  browser: Browser,
  queue: HashQueue,
): Promise<boolean> {
  const { api } = await ownerAuth();
  try {
    const { headers } = browser;
    const { user } = await queue(() => api.signInEmail({ body: { email, password }, headers }));
    await finishSignIn(user, browser, "with a password");
    return true;
  } catch (error) {
    // The owner was removed at this moment.
    if (isMissingReference(error)) return false;
    assertWrongPassword(error);
    return false;
  }
}
