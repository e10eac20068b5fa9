import { createHash, timingSafeEqual } from "node:crypto";

/** What is kept of a secret of 32 random bytes: random enough that a plain hash cannot be turned back. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
export function isSameSecret(given: string, own: string): boolean {
  return timingSafeEqual(hashSecret(given), hashSecret(own));
}
