import { database } from "../database/client";
import { forgetKnownApiTokens } from "./known-api-tokens";

/** As long as the note that offers to take a revocation back stays, and a little for the way. */
const undoMs = 15_000;

/** Ends a token: at once on this instance, within a second on the others. */
export async function revokeApiToken(id: string, now: Date): Promise<void> {
  await database().apiToken.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
  forgetKnownApiTokens();
}

/** Takes back a revocation of just now. False when it was too long ago. */
export async function restoreApiToken(id: string, now: Date): Promise<boolean> {
  const { count } = await database().apiToken.updateMany({
    where: { id, revokedAt: { gte: new Date(now.getTime() - undoMs) } },
    data: { revokedAt: null },
  });
  forgetKnownApiTokens();
  return count > 0;
}
