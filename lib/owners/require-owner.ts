import type { Route } from "next";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { personOf } from "../audit/record-event";
import { access, type GuardedPage, hasRole } from "../core/access";
import { isDeadlineError, withDeadline } from "../core/deadline";
import { isOwnOrigin } from "../core/own-origin";
import { isDatabaseUnavailable } from "../database/database-errors";
import { isKnownUnavailable } from "../database/database-problem";
import { cookieName } from "./cookies";
import { ownPart } from "./own-part";
import {
  type ActingSession,
  keepRecentSession,
  type OwnerSession,
  recentSession,
} from "./recent-sessions";
import { returnPathHeader, signInPath } from "./return-path";
import { findSession } from "./sessions";

/** Leads back to the requested page. */
async function toSignIn(): Promise<never> {
  redirect(signInPath((await headers()).get(returnPathHeader)) as Route);
}

const currentSession = cache(async (): Promise<OwnerSession | null> => {
  if (isForeign(await headers())) return null;
  // Reads the cookie jar, not the header: the page rendered after an action must see the cookie
  // that the action set.
  const jar = await cookies();
  const session = await findSession(new Headers({ Cookie: jar.toString() }));
  keepRecentSession(sessionCookieIn(jar), session);
  return session;
});

/**
 * The session of this request, for server components and server actions; null if nobody is signed
 * in.
 */
export async function currentOwnerSession(): Promise<ActingSession | null> {
  const session = await currentSession();
  return session && { ...session, by: personOf(session.owner, await headers()) };
}

export async function requireOwnerSession(page: GuardedPage): Promise<OwnerSession> {
  const session = (await currentSession()) ?? (await toSignIn());
  return { ...session, owner: admit(session.owner, page) };
}

/**
 * The person who asks for `page`. Without a session, or for a cross-site write, it redirects to the
 * sign-in page; for somebody without the role that the page needs it answers 404.
 */
export async function requireOwner(page: GuardedPage): Promise<OwnerSession["owner"]> {
  return (await requireOwnerSession(page)).owner;
}

function admit(owner: OwnerSession["owner"], page: GuardedPage): OwnerSession["owner"] {
  return hasRole(owner.role, access.pages[page]) ? owner : notFound();
}

/** How long a page waits for a database that does not answer, if it knows the session anyway. */
const outageLimitMs = () => (isKnownUnavailable() ? 500 : 2_000);

/**
 * The same, but while the database is unavailable a session that it confirmed lately is enough.
 * Only for the frame of the dashboard and the health check, which show nothing that is stored.
 */
export async function requireOwnerInOutage(page: GuardedPage): Promise<OwnerSession["owner"]> {
  const recent = recentSession(sessionCookieIn(await cookies()), new Date());
  if (!recent || isForeign(await headers())) return requireOwner(page);
  try {
    return admit(
      (await withDeadline(currentSession(), outageLimitMs()))?.owner ?? (await toSignIn()),
      page,
    );
  } catch (error) {
    if (isDeadlineError(error) || isDatabaseUnavailable(error)) return admit(recent.owner, page);
    throw error;
  }
}

function sessionCookieIn(jar: {
  get: (name: string) => { value: string } | undefined;
}): string | undefined {
  return jar.get(cookieName("session"))?.value;
}

/** Browsers send Origin with every write, but not with a page navigation. */
function isForeign(given: Headers): boolean {
  const origin = given.get("origin");
  if (origin === null && !given.has("next-action")) return false;
  return !isOwnOrigin({ origin, host: given.get("host") }, ownPart().config.DASHBOARD_ORIGIN);
}
