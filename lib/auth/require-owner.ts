import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findSession, type OwnerSession } from "./find-session";

const signInPage = "/dashboard/sign-in" as Route;

/** An owner who is signed in. Only the session gate makes one. */
export interface SignedInOwner {
  id: string;
  email: string;
  name: string;
}

/** Asked once a request, however many components want to know. */
const currentSession = cache(async (): Promise<OwnerSession | null> => findSession(await headers()));

/** The session of this request, for server components and server actions; null when nobody is signed in. */
export function currentOwnerSession(): Promise<OwnerSession | null> {
  return currentSession();
}

/** The owner of this request, for server components and server actions. Without a session it leads to the sign-in page. */
export async function requireOwner(): Promise<SignedInOwner> {
  const session = await currentSession();
  if (!session) redirect(signInPage);
  return session.owner;
}
