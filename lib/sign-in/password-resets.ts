import { hashPassword } from "better-auth/crypto";
import { type Actor, aboutPerson, personOf, recordEvent } from "../audit/record-event";
import { canonicalEmail } from "../core/email";
import { SluglineError } from "../core/errors";
import { database } from "../database/client";
import type { Prisma } from "../database/generated/client";
import { inTransaction } from "../database/in-transaction";
import { forgiveGuesses, takeGuess } from "../limits/guess-limits";
import { hashForKnown } from "../limits/hash-queue";
import { clearFactors } from "../owners/factors";
import { whileOwner } from "../owners/owners";
import { forgetRecentSessions } from "../owners/recent-sessions";
import { hashSecret, newSecret } from "../owners/secret-hash";
import { lockSignIn } from "../owners/sign-in-lock";
import type { RequestSource } from "../owners/start-session";
import { sentence } from "../texts/sentence";
import { setPassword } from "./change-password";

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
  owner: Prisma.OwnerWhereInput,
  madeById: string | null,
  by: Actor,
  now: Date,
  { clearsFactors = false } = {},
): Promise<string | null> {
  const found = await database().owner.findFirst({
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
): Promise<{ ownerId: string; email: string } | null> {
  const reset = await database().passwordReset.findUnique({
    where: valid(secret, now),
    select: { ownerId: true, owner: { select: { email: true } } },
  });
  if (!reset) await takeGuess("link", address, now);
  return reset && { ownerId: reset.ownerId, email: reset.owner.email };
}

/**
 * Sets the owner's password, and ends all sessions and known devices. Wrong passwords and codes
 * that were tried before do not count any more, neither for the account nor for this address.
 * Returns the email. Throws `not_found` if the link was used, replaced or has expired, also while
 * this waited.
 */
export async function resetPassword(
  secret: string,
  password: string,
  { address, headers }: Pick<RequestSource, "address" | "headers">,
  now: Date,
): Promise<string> {
  const found = await findReset(secret, address, now);
  if (!found) throw resetIsOver();
  const passwordHash = await hashForKnown(() => hashPassword(password));
  const owner = await inTransaction(async (writer) => {
    const stored = await lockSignIn(writer, found.ownerId);
    const where = valid(secret, now);
    const reset = await writer.passwordReset.findUnique({ where, select: { clearsFactors: true } });
    if (!stored || !reset) throw resetIsOver();
    const { clearsFactors } = reset;
    if (clearsFactors) await clearFactors(writer, stored.id);
    await setPassword(writer, stored.id, passwordHash, now);
    await recordEvent(
      writer,
      {
        event: "password-changed",
        by: personOf(stored, headers),
        detail: clearsFactors ? sentence("withLinkWithoutFactor") : sentence("withLink"),
      },
      now,
    );
    return stored;
  });
  forgetRecentSessions();
  await Promise.all([
    forgiveGuesses("account", canonicalEmail(owner.email), now),
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

function resetIsOver(): SluglineError {
  return new SluglineError("not_found", "linkExpired");
}
