import { hash } from "node:crypto";

/** 16 bytes, as 32 hex digits, that stand for one address on one day and tell nothing once the day's salt is gone. */
export function hashVisitor(address: string, salt: Uint8Array): string {
  return hash("sha256", Buffer.concat([salt, Buffer.from(address)]), "hex").slice(0, 32);
}
