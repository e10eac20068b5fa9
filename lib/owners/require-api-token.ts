import { SluglineError } from "../core/errors";
import { apiToken } from "./api-token";
import { looksLikeApiToken } from "./api-token-text";
import { takeGuess } from "./guess-limits";
import { findKnownApiToken } from "./known-api-tokens";
import { noteApiTokenUse } from "./note-api-token-use";
import { hashSecret, isSameSecret } from "./secret-hash";

/** What the bearer of a token may do. */
export interface ApiAccess {
  canWrite: boolean;
}

/**
 * What the token in the Authorization header allows. Throws `unauthorized` unless it is the server's own or one that an
 * owner made; a missing, malformed, wrong, expired and revoked one look the same. Wrong ones are counted by `address`,
 * and answered `too_many_requests` past the limit.
 */
export async function requireApiToken(authorization: string | null, address: () => string, now: Date): Promise<ApiAccess> {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (given === undefined) throw unauthorized();
  if (isApiToken(given)) return { canWrite: true };
  const token = looksLikeApiToken(given) ? await findKnownApiToken(hashSecret(given)) : null;
  if (token && (token.expiresAt === null || token.expiresAt > now)) {
    noteApiTokenUse(token, now);
    return { canWrite: token.canWrite };
  }
  await takeGuess("token", address(), now);
  throw unauthorized();
}

/** Whether this is the server's own token. */
export function isApiToken(given: string): boolean {
  return isSameSecret(given, apiToken());
}

function unauthorized(): SluglineError {
  return new SluglineError("unauthorized", "Send the API token in the header Authorization: Bearer <API_TOKEN>.");
}
