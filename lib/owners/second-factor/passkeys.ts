import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { env } from "../../config/env";
import { SluglineError } from "../../core/errors";
import { database } from "../../database/client";
import { addFactor, type Changer } from "./change-factors";
import { challengedAt, newChallenge, type Purpose } from "./passkey-challenge";
import { type RelyingParty, relyingPartyOf } from "./relying-party";

/** Loaded with the first passkey, because the library is large. */
const webAuthn = () => import("@simplewebauthn/server");

export function hasPasskeySupport(): boolean {
  return relyingPartyOf(env().DASHBOARD_ORIGIN) !== null;
}

function relyingParty(): RelyingParty {
  const found = relyingPartyOf(env().DASHBOARD_ORIGIN);
  if (found) return found;
  throw new SluglineError("forbidden", "Passkeys need https and a host name, or localhost.");
}

/** Whether anybody signs in with one. */
export async function isAnyPasskey(): Promise<boolean> {
  return (
    hasPasskeySupport() && (await database().passkey.findFirst({ select: { id: true } })) !== null
  );
}

/** What a browser needs to make a passkey for the owner. */
export async function newPasskeyOptions(
  owner: { id: string; email: string; name: string },
  now: Date,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id: rpID } = relyingParty();
  const { generateRegistrationOptions } = await webAuthn();
  const existing = await database().passkey.findMany({
    where: { ownerId: owner.id },
    select: { id: true, transports: true },
  });
  return generateRegistrationOptions({
    rpName: "Slugline",
    rpID,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.email,
    userDisplayName: owner.name,
    challenge: await newChallenge({ what: "set-up", ownerId: owner.id }, now),
    excludeCredentials: existing,
    // One that the device finds by itself and that checks its user can be the only step.
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** Stores a new passkey. Returns like `addFactor`; null if the browser's answer is not valid. */
export async function addPasskey(
  changer: Changer,
  { response, name }: { response: RegistrationResponseJSON; name: string },
  now: Date,
): Promise<string[] | null> {
  const { ownerId } = changer.by;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const { verifyRegistrationResponse } = await webAuthn();
  let madeAt: Date | null = null;
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedRPID,
    expectedOrigin,
    expectedChallenge: async (challenge) => {
      madeAt = await challengedAt(challenge, { what: "set-up", ownerId }, now);
      return madeAt !== null;
    },
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo || madeAt === null) return null;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const data = { id, ownerId, publicKey: new Uint8Array(publicKey), counter, transports, name };
  const lastChallengeAt: Date = madeAt;
  return addFactor(
    changer,
    async (writer) => {
      await writer.passkey.create({ data: { ...data, lastChallengeAt, createdAt: now } });
    },
    "passkey",
    now,
  );
}

/** What a browser needs to ask for a passkey: one of the owner's, or any. */
export async function passkeyOptions(
  purpose: Purpose,
  now: Date,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { id: rpID } = relyingParty();
  const { generateAuthenticationOptions } = await webAuthn();
  const { ownerId } = purpose;
  const allowed =
    ownerId === null
      ? []
      : await database().passkey.findMany({
          where: { ownerId },
          select: { id: true, transports: true },
        });
  return generateAuthenticationOptions({
    rpID,
    challenge: await newChallenge(purpose, now),
    allowCredentials: allowed,
    userVerification: ownerId === null ? "required" : "preferred",
  });
}

/**
 * The id of the owner whose passkey gave this answer; null if it is not valid, or was used before.
 * As the only step it must have checked its user, by finger, face or PIN.
 */
export async function takePasskey(
  response: AuthenticationResponseJSON,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const passkey = await database().passkey.findUnique({ where: { id: response.id } });
  if (!passkey || (purpose.ownerId !== null && purpose.ownerId !== passkey.ownerId)) return null;
  const { verifyAuthenticationResponse } = await webAuthn();
  let askedAt: Date | null = null;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedRPID,
    expectedOrigin,
    expectedChallenge: async (challenge) => {
      askedAt = await challengedAt(challenge, purpose, now);
      return askedAt !== null;
    },
    credential: {
      id: passkey.id,
      publicKey: passkey.publicKey,
      counter: Number(passkey.counter),
      transports: passkey.transports,
    },
    requireUserVerification: purpose.ownerId === null,
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || !authenticationInfo || askedAt === null) return null;
  // One conditional update, so an answer counts once, on all instances together.
  const { count } = await database().passkey.updateMany({
    where: { id: passkey.id, lastChallengeAt: { lt: askedAt } },
    data: { lastChallengeAt: askedAt, counter: authenticationInfo.newCounter, lastUsedAt: now },
  });
  return count === 1 ? passkey.ownerId : null;
}
