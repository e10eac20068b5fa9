import { createHash } from "node:crypto";

/** 16 bytes that stand for one address on one day and tell nothing once the day's salt is gone. */
export function hashVisitor(address: string, salt: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(salt).update(address).digest()).slice(0, 16);
}
