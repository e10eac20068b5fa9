import { hashPassword } from "better-auth/crypto";
import { v4 as uuid } from "uuid";
import { type Actor, aboutPerson, personOf } from "../audit/actor";
import { recordEvent } from "../audit/record-event";
import { SluglineError } from "../core/errors";
import { database } from "../database/client";
import { inTransaction } from "../database/in-transaction";
import { forgiveGuesses, takeGuess } from "./guess-limits";
import { hashForKnown } from "./hash-queue";
import { whileOwner } from "./owners";
import { forgetRecentSessions } from "./recent-sessions";
import { clearFactors } from "./second-factor/factors";
import { hashSecret, newSecret } from "./secret-hash";
import type { RequestSource } from "./start-session";

export const resetMinutes = 30;

/** The page where an owner sets a new password. */
export function resetPath(secret: string): string {
  return `/dashboard/reset/${secret}`;
}

/**
 * Creates a link with which an owner sets a new password, in place of an earlier one, and returns
 * its secret. Null if there is no such owner. `madeById`: the owner with whom it ends; null on the
 * command line. `clearsFactors`: the link removes the second factor, too. Throws `forbidden` if
 * that one was removed.
 */
export async function offerReset(
  owner: { id: string } | { email: string },
  madeById: string | null,
  by: Actor,
  now: Date,
  { clearsFactors = false } = {},
): Promise<string | null> {
  const found = await database().owner.findUnique({
    where: owner,
    select: { id: true, name: true, email: true },
  });
  if (!found) return null;
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + resetMinutes * 60_000);
  const link = {
    hash: hashSecret(secret),
    madeById,
    isFromTerminal: madeById === null,
    clearsFactors,
    createdAt: now,
    expiresAt,
  };
  // One atomic statement in Postgres, so of two links made at once the later one is valid.
  const store = () =>
    inTransaction(async (writer) => {
      await writer.passwordReset.upsert({
        where: { ownerId: found.id },
        create: { ownerId: found.id, ...link },
        update: link,
      });
      await recordEvent(
        writer,
        { event: "password-link-made", by, about: aboutPerson(found) },
        now,
      );
    });
  await whileOwner(store);
  return secret;
}

/**
 * The owner of a valid link, else null. Wrong secrets are counted by `address` and throw
 * `too_many_requests` beyond the limit. Valid ones never do.
 */
export async function findReset(
  secret: string,
  address: string,
  now: Date,
): Promise<{ email: string } | null> {
  const reset = await database().passwordReset.findUnique({
    where: valid(secret, now),
    select: { owner: { select: { email: true } } },
  });
  if (!reset) await takeGuess("link", address, now);
  return reset?.owner ?? null;
}

/**
 * Sets the owner's password, and ends all sessions and known devices. Wrong passwords and codes
 * that were tried before do not count any more, neither for the account nor for this address.
 * Returns the email. Throws `not_found` if the link was used, replaced or has expired; of parallel requests
 * only one can delete the row.
 */
export async function resetPassword(
  secret: string,
  password: string,
  { address, headers }: Pick<RequestSource, "address" | "headers">,
  now: Date,
): Promise<string> {
  if (!(await findReset(secret, address, now))) throw resetIsOver();
  const passwordHash = await hashForKnown(() => hashPassword(password));
  const owner = await database().$transaction(async (transaction) => {
    const where = valid(secret, now);
    const reset = await transaction.passwordReset.findUnique({
      where,
      select: {
        ownerId: true,
        clearsFactors: true,
        owner: { select: { id: true, name: true, email: true } },
      },
    });
    const { count } = await transaction.passwordReset.deleteMany({ where });
    if (!reset || count === 0) throw resetIsOver();
    const { ownerId, owner, clearsFactors } = reset;
    if (clearsFactors) await clearFactors(transaction, ownerId);
    // Whoever signed in at a provider only has no password yet.
    const key = { providerId: "credential", accountId: ownerId };
    const password = { password: passwordHash, updatedAt: now };
    await transaction.ownerAccount.upsert({
      where: { providerId_accountId: key },
      create: { id: uuid(), ownerId, createdAt: now, ...key, ...password },
      update: password,
    });
    // Known devices end with the password, which their cookies are signed over.
    await transaction.ownerSession.deleteMany({ where: { ownerId } });
    await recordEvent(
      transaction,
      {
        event: "password-changed",
        by: personOf(owner, headers),
        detail: clearsFactors ? "with a link that removed the second factor" : "with a link",
      },
      now,
    );
    return owner;
  });
  forgetRecentSessions();
  await Promise.all([
    forgiveGuesses("account", owner.email, now),
    forgiveGuesses("address", address, now),
    forgiveGuesses("secondStep", owner.id, now),
    forgiveGuesses("secondStepDay", owner.id, now),
  ]);
  return owner.email;
}

/**
 * Not used, replaced or expired. Whoever is no longer an owner may have made one at the moment of
 * the change.
 */
function valid(secret: string, now: Date) {
  return {
    hash: hashSecret(secret),
    expiresAt: { gt: now },
    OR: [{ madeById: null }, { madeBy: { role: "owner" } }],
  };
}

/** Called when the password was changed in another way. */
export async function withdrawReset(ownerId: string): Promise<void> {
  await database().passwordReset.deleteMany({ where: { ownerId } });
}

function resetIsOver(): SluglineError {
  return new SluglineError(
    "not_found",
    "This link has expired or was already used. Ask for a new one.",
  );
}
