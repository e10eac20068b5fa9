import { type Person, recordEvent } from "../../audit/record-event";
import { SluglineError } from "../../core/errors";
import { inTransaction, type Writer } from "../../database/in-transaction";
import type { DeviceOwner } from "../../owners/device-cookie";
import { hasFactor, isSecondFactorRequired } from "../../owners/factors";
import { sealSecret } from "../../owners/sealed-secret";
import { endOtherSessions } from "../../owners/sessions";
import { lockProved } from "../../owners/sign-in-lock";
import { type Sentence, sentence } from "../../texts/sentence";
import { makeRecoveryCodes } from "./recovery-codes";
import { secretBytes, stepOfCode } from "./time-code";

/*
 * Like a change of the password, each of these ends the owner's other sessions, known devices and
 * remembered browsers. The caller makes its own known again.
 */

/**
 * Who changes it, and gave the password before. `sessionId` is null for somebody who has to set the
 * first one up to sign in.
 */
export interface Changer {
  owner: DeviceOwner;
  by: Person;
  sessionId: string | null;
}

/** The secret of an app, and the code that it shows. */
export interface NewApp {
  secret: string;
  code: string;
}

/**
 * Stores an authenticator app in place of an earlier one. Returns like `addFactor`; null if its
 * code is wrong.
 */
export async function setUpApp(
  changer: Changer,
  { secret, code }: NewApp,
  now: Date,
): Promise<string[] | null> {
  const ownerId = changer.owner.id;
  const bytes = secretBytes(secret);
  const lastStep = stepOfCode(bytes, code, now);
  if (lastStep === null) return null;
  const app = { secret: sealSecret(bytes, ownerId), lastStep, createdAt: now };
  const store = async (writer: Writer) => {
    const create = { ownerId, ...app };
    await writer.authenticatorApp.upsert({ where: { ownerId }, create, update: app });
  };
  return addFactor(changer, store, sentence("authenticatorApp"), now);
}

/**
 * Stores a factor. Returns recovery codes if there were none, else an empty list. Throws
 * `unauthorized` if what was proved has changed since, and `forbidden` without a session if there is
 * a factor already: the password alone must not replace it.
 */
export async function addFactor(
  { owner, by, sessionId }: Changer,
  store: (writer: Writer) => Promise<void>,
  detail: Sentence,
  now: Date,
): Promise<string[]> {
  const ownerId = owner.id;
  return inTransaction(async (writer) => {
    await lockProved(writer, owner);
    if (sessionId === null && (await hasFactor(writer, ownerId))) {
      throw new SluglineError("forbidden", "accountHasFactor");
    }
    await store(writer);
    await recordEvent(writer, { event: "factor-set-up", by, detail }, now);
    await endOtherSessions(by, sessionId, now, writer);
    const hasCodes = (await writer.recoveryCode.count({ where: { ownerId } })) > 0;
    return hasCodes ? [] : makeRecoveryCodes(writer, ownerId, now);
  });
}

/**
 * Removes the authenticator app, and with the last factor the recovery codes. Throws `forbidden`
 * for the last one where one is required.
 */
export async function removeApp(changer: Changer, now: Date): Promise<void> {
  const remove = (writer: Writer) =>
    writer.authenticatorApp.deleteMany({ where: { ownerId: changer.owner.id } });
  await removeFactor(changer, remove, sentence("authenticatorApp"), now);
}

/** The same for a passkey of this owner. */
export async function removePasskey(changer: Changer, id: string, now: Date): Promise<void> {
  const remove = (writer: Writer) =>
    writer.passkey.deleteMany({ where: { id, ownerId: changer.owner.id } });
  await removeFactor(changer, remove, sentence("passkey"), now);
}

async function removeFactor(
  { owner, by, sessionId }: Changer,
  remove: (writer: Writer) => Promise<{ count: number }>,
  detail: Sentence,
  now: Date,
): Promise<void> {
  await inTransaction(async (writer) => {
    const { role } = await lockProved(writer, owner);
    if ((await remove(writer)).count === 0) return;
    if (!(await hasFactor(writer, owner.id))) {
      if (isSecondFactorRequired(role)) {
        throw new SluglineError("forbidden", "requiresFactor");
      }
      await writer.recoveryCode.deleteMany({ where: { ownerId: owner.id } });
    }
    await recordEvent(writer, { event: "factor-removed", by, detail }, now);
    await endOtherSessions(by, sessionId, now, writer);
  });
}

/** Replaces the recovery codes of an owner with a second factor. */
export async function renewRecoveryCodes(
  { owner, by, sessionId }: Changer,
  now: Date,
): Promise<string[]> {
  return inTransaction(async (writer) => {
    await lockProved(writer, owner);
    if (!(await hasFactor(writer, owner.id))) {
      throw new SluglineError("forbidden", "setUpFactorFirst");
    }
    await recordEvent(writer, { event: "recovery-codes-made", by }, now);
    await endOtherSessions(by, sessionId, now, writer);
    return makeRecoveryCodes(writer, owner.id, now);
  });
}
