import { type Actor, aboutPerson, environment, personOf, recordEvent } from "../audit/record-event";
import type { Env } from "../config/env";
import { log } from "../config/log";
import { withDeadline } from "../core/deadline";
import { SluglineError } from "../core/errors";
import type { NewOwner } from "../core/owner-schema";
import { database } from "../database/client";
import { inTransaction } from "../database/in-transaction";
import { takeGuess } from "../limits/guess-limits";
import { isApiToken, setUpKey } from "../owners/api-access";
import { ownPart } from "../owners/own-part";
import { ownerData } from "../owners/owners";
import { lockOwners } from "../owners/owners-lock";
import { roleName } from "../owners/rights";
import { isSameSecret } from "../owners/secret-hash";
import type { RequestSource } from "../owners/start-session";

export async function hasOwner(): Promise<boolean> {
  return (await database().owner.findFirst({ select: { id: true } })) !== null;
}

/** The same for the front page, without a query once it is true. Unknown: true. */
export async function isSetUp(): Promise<boolean> {
  const owners = ownPart();
  if (owners.isSetUp) return true;
  try {
    owners.isSetUp = await withDeadline(hasOwner(), answerLimitMs);
    return owners.isSetUp;
  } catch {
    return true;
  }
}

const answerLimitMs = 2_000;

/**
 * Creates the first owner; null if there is one already. Of two parallel requests the lock lets
 * only one succeed.
 */
async function createFirstOwner(
  wanted: NewOwner,
  byOf: (owner: Pick<NewOwner, "name" | "email"> & { id: string }) => Actor,
  now: Date,
): Promise<{ id: string } | null> {
  const data = await ownerData(wanted, "owner", now);
  return inTransaction(async (transaction) => {
    await lockOwners(transaction);
    if (await transaction.owner.findFirst({ select: { id: true } })) return null;
    await recordEvent(
      transaction,
      {
        event: "person-added",
        by: byOf(data),
        about: aboutPerson(data),
        detail: roleName("owner"),
      },
      now,
    );
    return transaction.owner.create({ data, select: { id: true } });
  });
}

/**
 * Creates the owner in OWNER_EMAIL and OWNER_PASSWORD if there is none, for unattended installs.
 */
export async function ensureFirstOwner({
  OWNER_EMAIL: email,
  OWNER_PASSWORD: password,
}: Env): Promise<void> {
  if (!email || !password || (await hasOwner())) return;
  if (await createFirstOwner({ email, password, name: "" }, () => environment, new Date()))
    log().info("created the first owner from OWNER_EMAIL");
}

/**
 * Creates the first owner by API token or the key of the set-up link. Throws `unauthorized` for a
 * wrong one, `forbidden` if there is an owner, `too_many_requests`.
 */
export async function setUp(
  token: string,
  wanted: NewOwner,
  source: Pick<RequestSource, "address" | "headers">,
  now: Date,
): Promise<void> {
  const guess = await takeGuess("address", source.address, now);
  if (!isApiToken(token) && !isSameSecret(token, setUpKey()))
    throw new SluglineError("unauthorized", "apiTokenWrong");
  await guess.giveBack();
  if (await createFirstOwner(wanted, (owner) => personOf(owner, source.headers), now)) return;
  throw new SluglineError("forbidden", "serverHasOwner");
}
