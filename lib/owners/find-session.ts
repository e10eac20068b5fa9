import { database } from "../database/client";
import { ownerAuth } from "./owner-auth";

export interface OwnerSession {
  id: string;
  owner: { id: string; email: string; name: string };
}

/** When a session was last used is written at most this often. */
const touchMs = 60_000;

/** The session whose cookie is among these request headers; null when there is none, it ended or was revoked. */
export async function findSession(headers: Headers): Promise<OwnerSession | null> {
  const found = await (await ownerAuth()).api.getSession({ headers });
  if (!found) return null;
  const { session, user } = found;
  const now = Date.now();
  if (now - session.updatedAt.getTime() > touchMs) {
    await database().ownerSession.updateMany({ where: { id: session.id }, data: { updatedAt: new Date(now) } });
  }
  return { id: session.id, owner: { id: user.id, email: user.email, name: user.name } };
}
