import type { Route } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { returnPath, signInPath } from "@/lib/owners/return-path";
import { findHalfSignIn } from "@/lib/sign-in/second-factor/steps";

/**
 * What both pages of the second step need. `half` is null if this browser has not just given a
 * password.
 */
export async function halfSignIn(
  searchParams: Promise<Record<string, string | string[] | undefined>>,
) {
  const { next } = await searchParams;
  const wanted = returnPath(typeof next === "string" ? next : null);
  return { wanted, half: await findHalfSignIn({ cookies: await cookies() }, new Date()) };
}

export function toSignIn(next: string): never {
  redirect(signInPath(next) as Route);
}
