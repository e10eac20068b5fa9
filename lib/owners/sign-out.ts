import { ownerAuth } from "./owner-auth";

/** Ends the session of these request headers and clears its cookie. */
export async function signOut(headers: Headers): Promise<void> {
  await (await ownerAuth()).api.signOut({ headers });
}
