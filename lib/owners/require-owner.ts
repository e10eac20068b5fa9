import type { Route } from "next";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { env } from "../config/env";
import { isOwnOrigin } from "../core/own-origin";
import { findSession, type OwnerSession } from "./sessions";

const signInPage = "/dashboard/sign-in" as Route;

/** Asked once a request, however many components want to know. */
const currentSession = cache(async (): Promise<OwnerSession | null> => {
  if (isForeign(await headers())) return null;
  // Not the header: the page that is drawn behind an action must see the cookie that the action has set.
  const jar = await cookies();
  return findSession(new Headers({ Cookie: jar.toString() }));
});

/** The session of this request, for server components and server actions; null when nobody is signed in. */
export function currentOwnerSession(): Promise<OwnerSession | null> {
  return currentSession();
}

/** The session of this request. Without one it leads to the sign-in page. */
export async function requireOwnerSession(): Promise<OwnerSession> {
  return (await currentSession()) ?? redirect(signInPage);
}

/**
 * The owner of this request, for server components and server actions. Without a session it leads to the sign-in page,
 * as does a write that was not sent by a page of this service.
 */
export async function requireOwner(): Promise<OwnerSession["owner"]> {
  return (await requireOwnerSession()).owner;
}

/** Browsers send Origin with every write; with a plain page request they send none. */
function isForeign(given: Headers): boolean {
  const origin = given.get("origin");
  if (origin === null && !given.has("next-action")) return false;
  return !isOwnOrigin({ origin, host: given.get("host") }, env().BASE_URL);
}
