import { SluglineError } from "../core/errors";
import type { NewOwner } from "../core/owner-schema";
import { createFirstOwner } from "./create-owner";
import { takeGuess } from "./guess-limits";
import { isApiToken } from "./require-api-token";

/**
 * Makes the first owner, who proves with the API token to run this server. Throws `unauthorized` for a wrong token,
 * `forbidden` once there is an owner, `too_many_requests`.
 */
export async function setUp(token: string, wanted: NewOwner, address: string, now: Date): Promise<void> {
  const guess = await takeGuess("address", address, now);
  if (!isApiToken(token)) throw new SluglineError("unauthorized", "This is not the API token of this server: copy it from where the server runs.");
  await guess.giveBack();
  if (await createFirstOwner(wanted, now)) return;
  throw new SluglineError("forbidden", "This server has an owner already: sign in, or ask for an invitation.");
}
