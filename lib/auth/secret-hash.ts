import { createHash } from "node:crypto";

/** What is kept of a secret of 32 random bytes: random enough that a plain hash cannot be turned back. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}
