import { hashPassword } from "better-auth/crypto";
import { PriorityQueue } from "../core/turn";
import { currentWriteRequest, uncounted } from "../database/in-transaction";
import type { Hashed } from "../links/link-row";
import { ownPart } from "./own-part";
import { passwordsBusy as refusal } from "./too-many-requests";

/**
 * A scrypt hash takes 16 MB and one core, so at most two run at once. One queue is for strangers.
 * The other is for requests with a device cookie, session, invitation or the API token, so
 * strangers never delay those. It also takes what a script sends at once, such as a few dozen links
 * with passwords.
 */
export const newHashQueues = () => ({
  strangers: new PriorityQueue({ atOnce: 1, waiting: 20, refusal }),
  known: new PriorityQueue({ atOnce: 1, waiting: 100, refusal }),
  /** Requests whose hashes are made, while they write: bounded, as the database may hang. */
  writers: new PriorityQueue({ atOnce: 1, waiting: 100, waitMs: 30_000, refusal }),
});

/** Runs a password hash for a known client. Throws `too_many_requests` when the queue is full. */
export function hashForKnown<T>(job: () => Promise<T>): Promise<T> {
  return uncounted(() => ownPart().hashQueues.known.run(0, job));
}

/**
 * Hashes the password of a link with scrypt, like those of owners, who are served before it. It may
 * wait in the queue for longer than a statement or a transaction may take, so it comes before both.
 * Then the request takes its turn to write. Throws `too_many_requests` when a queue is full.
 */
export async function withHash<T extends { password?: string | null | undefined }>({
  password,
  ...rest
}: T): Promise<Hashed<T>> {
  if (password === undefined) return rest;
  if (password === null) return { ...rest, passwordHash: null };
  const passwordHash = await uncounted(() =>
    ownPart().hashQueues.known.run(1, () => hashPassword(password)),
  );
  await takeWriteTurn();
  return { ...rest, passwordHash };
}

/**
 * Requests that waited for a hash write one at a time. On a busy machine hashes are made faster than
 * links are written, and all that wait would hold every connection until the database counts as too
 * slow, for a sign-in, too.
 */
async function takeWriteTurn(): Promise<void> {
  const request = currentWriteRequest();
  if (!request || request.takesTurn) return;
  request.takesTurn = true;
  await uncounted(
    () =>
      new Promise<void>((enter, refuse) => {
        const write = () => {
          enter();
          return request.ended;
        };
        ownPart().hashQueues.writers.run(0, write).catch(refuse);
      }),
  );
}

/** The same for a stranger. Addresses with the fewest counted `guesses` come first. */
export function hashForStranger<T>(guesses: number, job: () => Promise<T>): Promise<T> {
  return uncounted(() => ownPart().hashQueues.strangers.run(guesses, job));
}
