import { aboutPerson, strangerWith } from "../audit/actor";
import { noteEvent, noteIfPossible } from "../audit/note-event";
import { database } from "../database/client";
import { hasOwner } from "./owners";

/**
 * Notes a failed sign-in by the account. Of an email that nobody has, which may be anything, only
 * the number is kept; both cases take the same queries. Before anybody is there nothing is noted,
 * so that a backup can still be restored.
 */
export async function noteFailedSignIn(
  email: string,
  headers: Pick<Headers, "get">,
  now: Date,
  detail?: string,
): Promise<void> {
  await noteIfPossible(async () => {
    const select = { id: true, name: true, email: true };
    const [owner, isSetUp] = await Promise.all([
      database().owner.findUnique({ where: { email }, select }),
      hasOwner(),
    ]);
    if (!isSetUp) return;
    await noteEvent(
      database(),
      {
        event: "sign-in-failed",
        by: strangerWith(headers),
        about: owner && aboutPerson(owner),
        detail,
      },
      now,
    );
  });
}
