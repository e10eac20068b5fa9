import { Secret, TOTP } from "otpauth";
import { z } from "zod";

/**
 * How far the clock of a phone may differ: a step of 30 seconds in each direction (RFC 6238, 5.2).
 */
const toleratedSteps = 1;

/** The secret of an app, in the Base32 that people type: 160 bits, as RFC 4226 recommends. */
export const appSecretSchema = z.string().regex(/^[A-Z2-7]{32}$/);

export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function secretBytes(base32: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Secret.fromBase32(base32).bytes);
}

/** What the QR code says: authenticator apps list the account under `issuer`. */
export function appUri(base32: string, account: string, issuer: string): string {
  return new TOTP({ secret: Secret.fromBase32(base32), label: account, issuer }).toString();
}

/** Whether it looks like one; recovery codes do not. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** The time step whose code this is (RFC 6238); null if it is the code of none near `now`. */
export function stepOfCode(
  secret: Uint8Array<ArrayBuffer>,
  code: string,
  now: Date,
): number | null {
  if (!isAppCode(code)) return null;
  const totp = new TOTP({ secret: new Secret({ buffer: secret.buffer }) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, window: toleratedSteps, timestamp });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
