import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync } from "node:crypto";
import { apiToken } from "./api-access";
import { ownPart } from "./own-part";

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Derived from the API token, which neither a backup nor a dump of the database contains. All
 * instances have the same one. A slow hash, because an operator may have chosen a short token; it
 * runs once, at the start or in the thread that serves no visitors.
 */
function secretKey(): Buffer {
  const held = ownPart();
  held.secretKey ??= scryptSync(apiToken(), "slugline second factor", 32);
  return held.secretKey;
}

/**
 * Encrypts what may be secret: nonce, ciphertext, tag. `of`: whose it is or what it belongs to; it
 * opens for nothing else.
 */
export function sealSecret(secret: Uint8Array, of: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", secretKey(), nonce).setAAD(Buffer.from(of));
  const parts = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()];
  return new Uint8Array(Buffer.concat(parts));
}

/** Null if it was sealed with another API token or is damaged, and is void. */
export function openSecret(sealed: Uint8Array, of: string): Uint8Array<ArrayBuffer> | null {
  const nonce = sealed.subarray(0, nonceBytes);
  try {
    const decipher = createDecipheriv("aes-256-gcm", secretKey(), nonce)
      .setAAD(Buffer.from(of))
      .setAuthTag(sealed.subarray(-tagBytes));
    const text = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    return new Uint8Array(Buffer.concat([text, decipher.final()]));
  } catch {
    return null;
  }
}

/**
 * Recognises a text that may have a secret in it. The rest of the text can often be known, so with a
 * plain hash whoever read the database could try secrets fast.
 */
export function fingerprintOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac("sha256", secretKey()).update(text).digest());
}
