import { hash } from "node:crypto";

/**
 * 16 bytes, as 32 hex digits, that identify one address on one day. Without the day's salt they
 * cannot be linked to an address.
 */
export function hashVisitor(address: string, salt: Uint8Array): string {
  return hash("sha256", Buffer.concat([salt, Buffer.from(address)]), "hex").slice(0, 32);
}
