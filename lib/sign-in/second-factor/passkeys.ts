import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { SluglineError } from "../../core/errors";
import { withoutBrackets } from "../../core/hosts";
import { database } from "../../database/client";
import type { Writer } from "../../database/in-transaction";
import type { DeviceOwner } from "../../owners/device-cookie";
import { sentence } from "../../texts/sentence";
import { ownPart } from "../own-part";
import { addFactor, type Changer } from "./change-factors";
import { challengedAt, newChallenge, type Purpose } from "./passkey-challenge";

/** Loaded with the first passkey, because the library is large. */
const webAuthn = () => import("@simplewebauthn/server");

export function hasPasskeySupport(): boolean {
  return relyingPartyOf(ownPart().config.DASHBOARD_ORIGIN) !== null;
}

function relyingParty(): RelyingParty {
  const found = relyingPartyOf(ownPart().config.DASHBOARD_ORIGIN);
  if (found) return found;
  throw new SluglineError("forbidden", "passkeysNeedHttps");
}

/** Whether anybody signs in with one. */
export async function isAnyPasskey(): Promise<boolean> {
  return (
    hasPasskeySupport() && (await database().passkey.findFirst({ select: { id: true } })) !== null
  );
}

/** What a browser needs to make a passkey for the owner. */
export async function newPasskeyOptions(
  owner: DeviceOwner,
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
    challenge: await newChallenge({ what: "set-up", owner }, now),
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
  const { owner } = changer;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const { verifyRegistrationResponse } = await webAuthn();
  let madeAt: Date | null = null;
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedRPID,
    expectedOrigin,
    expectedChallenge: async (challenge) => {
      madeAt = await challengedAt(challenge, { what: "set-up", owner }, now);
      return madeAt !== null;
    },
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo || madeAt === null) return null;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const key = { id, publicKey: new Uint8Array(publicKey), counter, transports };
  const data = { ...key, ownerId: owner.id, name };
  const lastChallengeAt: Date = madeAt;
  return addFactor(
    changer,
    async (writer) => {
      await writer.passkey.create({ data: { ...data, lastChallengeAt, createdAt: now } });
    },
    sentence("passkey"),
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
  const { owner } = purpose;
  const allowed =
    owner === null
      ? []
      : await database().passkey.findMany({
          where: { ownerId: owner.id },
          select: { id: true, transports: true },
        });
  return generateAuthenticationOptions({
    rpID,
    challenge: await newChallenge(purpose, now),
    allowCredentials: allowed,
    userVerification: owner === null ? "required" : "preferred",
  });
}

/** An answer of a passkey, which counts once `takePasskey` has taken it. */
interface UsedPasskey {
  id: string;
  ownerId: string;
  askedAt: Date;
  counter: number;
}

/**
 * The valid answer of a passkey, else null. As the only step it must have checked its user, by
 * finger, face or PIN.
 */
export async function checkPasskey(
  response: AuthenticationResponseJSON,
  purpose: Purpose,
  now: Date,
): Promise<UsedPasskey | null> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const passkey = await database().passkey.findUnique({ where: { id: response.id } });
  if (!passkey || (purpose.owner !== null && purpose.owner.id !== passkey.ownerId)) return null;
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
    requireUserVerification: purpose.owner === null,
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || !authenticationInfo || askedAt === null) return null;
  const { newCounter: counter } = authenticationInfo;
  return { id: passkey.id, ownerId: passkey.ownerId, askedAt, counter };
}

/** One conditional update, so an answer counts once, on all instances together. */
export async function takePasskey(
  writer: Writer,
  { id, ownerId, askedAt, counter }: UsedPasskey,
  now: Date,
): Promise<boolean> {
  const { count } = await writer.passkey.updateMany({
    where: { id, ownerId, lastChallengeAt: { lt: askedAt } },
    data: { lastChallengeAt: askedAt, counter, lastUsedAt: now },
  });
  return count === 1;
}

interface RelyingParty {
  /** The host name that passkeys are bound to. */
  id: string;
  /** The only origin whose pages may use them. */
  origin: string;
}

/**
 * Null where browsers have no passkeys: at an IP address, and over plain http except on localhost
 * (Web Authentication, 5.1.3 and 13.4.9).
 */
export function relyingPartyOf(origin: string): RelyingParty | null {
  const { protocol, hostname } = new URL(origin);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isAddress = isIP(withoutBrackets(hostname)) !== 0;
  return !isAddress && (protocol === "https:" || isLocal) ? { id: hostname, origin } : null;
}
