import { randomBytes } from "node:crypto";
import { type DeviceOwner, signFor } from "../../owners/device-cookie";
import { isSameSecret, sign } from "../../owners/secret-hash";
import { sessionSecret } from "../../owners/session-secret";

/** What a passkey is asked for. `owner`: who gave the password; null for who has said nothing yet. */
export interface Purpose {
  what: "sign-in" | "second-step" | "set-up";
  owner: DeviceOwner | null;
}

/** Browsers give up earlier. */
const lifeMs = 5 * 60_000;

const nonceBytes = 16;
const timeBytes = 6;

/** A challenge says itself when it was made and is signed, so that none has to be stored. */
export async function newChallenge(purpose: Purpose, now: Date): Promise<Uint8Array<ArrayBuffer>> {
  const head = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(timeBytes)]);
  head.writeUIntBE(now.getTime(), nonceBytes, timeBytes);
  return new Uint8Array(Buffer.concat([head, await signature(head, purpose)]));
}

/**
 * When this challenge was made; null if it was made for something else, or too long ago. In
 * base64url, as browsers return it.
 */
export async function challengedAt(
  challenge: string,
  purpose: Purpose,
  now: Date,
): Promise<Date | null> {
  const head = Buffer.from(challenge, "base64url").subarray(0, nonceBytes + timeBytes);
  if (head.length < nonceBytes + timeBytes) return null;
  const whole = Buffer.concat([head, await signature(head, purpose)]).toString("base64url");
  const at = new Date(head.readUIntBE(nonceBytes, timeBytes));
  const ageMs = now.getTime() - at.getTime();
  return isSameSecret(challenge, whole) && ageMs <= lifeMs ? at : null;
}

async function signature(head: Buffer, { what, owner }: Purpose): Promise<Buffer> {
  const parts = ["passkey", head.toString("base64url"), what] as const;
  const secret = await sessionSecret();
  return Buffer.from(owner ? signFor(owner, parts, secret) : sign(secret, parts), "base64url");
}
