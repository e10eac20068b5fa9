import { aboutPerson, recordEvent, recordIfPossible, strangerWith } from "../audit/record-event";
import { withEmail } from "../core/email";
import { database } from "../database/client";
import type { Sentence } from "../texts/sentence";

/**
 * Records a failed sign-in by the account. Of an email that nobody has, which may be anything, only
 * the number is kept; both cases take the same queries.
 */
export async function recordFailedSignIn(
  email: string,
  headers: Pick<Headers, "get">,
  now: Date,
  detail?: Sentence,
): Promise<void> {
  await recordIfPossible(async () => {
    const select = { id: true, name: true, email: true };
    const owner = await database().owner.findFirst({ where: withEmail(email), select });
    const note = { by: strangerWith(headers), about: owner && aboutPerson(owner), detail };
    await recordEvent(database(), { event: "sign-in-failed", ...note }, now);
  });
}
