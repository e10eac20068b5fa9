import { APIError } from "better-auth/api";
import { returnGuess, takeGuess } from "./guess-limits";
import { ownerAuth } from "./owner-auth";

interface Credentials {
  email: string;
  password: string;
}

/** Where a request came from: its headers, and the visitor's address for counting. */
export interface RequestSource {
  headers: Headers;
  address: string;
}

/**
 * Starts a session and sets its cookie. False when e-mail and password do not belong together, which takes as long for
 * an unknown e-mail. Throws `too_many_requests`.
 */
export async function signIn({ email, password }: Credentials, { headers, address }: RequestSource, now: Date): Promise<boolean> {
  await takeGuess("address", address, now);
  await takeGuess("account", email, now);
  try {
    await (await ownerAuth()).api.signInEmail({ body: { email, password }, headers });
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return false;
    throw error;
  }
  await Promise.all([returnGuess("address", address, now), returnGuess("account", email, now)]);
  return true;
}
