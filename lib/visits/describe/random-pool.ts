import { randomFillSync } from "node:crypto";

/**
 * Random bytes are generated in bulk, because a call to the system's random source costs more than
 * the few bytes are worth.
 */
const pool = new Uint8Array(8_192);
let used = pool.length;

/** The bytes are valid only until the next call. */
export function takeRandom(bytes: number): Uint8Array {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.subarray(used - bytes, used);
}
