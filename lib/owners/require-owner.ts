import type { Route } from "next";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { env } from "../config/env";
import { isOwnOrigin } from "../core/own-origin";
import { findSession, type OwnerSession } from "./sessions";

const signInPage = "/dashboard/sign-in" as Route;

const currentSession = cache(async (): Promise<OwnerSession | null> => {
  if (isForeign(await headers())) return null;
  // Reads the cookie jar, not the header: the page rendered after an action must see the cookie that the action set.
  const jar = await cookies();
  return findSession(new Headers({ Cookie: jar.toString() }));
});

/** The session of this request, for server components and server actions; null if nobody is signed in. */
export function currentOwnerSession(): Promise<OwnerSession | null> {
  return currentSession();
}

export async function requireOwnerSession(): Promise<OwnerSession> {
  return (await currentSession()) ?? redirect(signInPage);
}

/** The owner of this request. Without a session, or for a cross-site write, it redirects to the sign-in page. */
export async function requireOwner(): Promise<OwnerSession["owner"]> {
  return (await requireOwnerSession()).owner;
}

/** Browsers send Origin with every write, but not with a page navigation. */
function isForeign(given: Headers): boolean {
  const origin = given.get("origin");
  if (origin === null && !given.has("next-action")) return false;
  return !isOwnOrigin({ origin, host: given.get("host") }, env().BASE_URL);
}
