import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A secret for a link: 32 random bytes. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a secret of 32 random bytes. That is enough entropy for a plain hash. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}

/** Compares digests, so that timing reveals neither content nor length. */
export function isSameSecret(given: string, own: string): boolean {
  return timingSafeEqual(hashSecret(given), hashSecret(own));
}

/** A signature over `parts`, of which the first names what it is for. */
export function sign(secret: string, parts: readonly [purpose: string, ...unknown[]]): string {
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}
