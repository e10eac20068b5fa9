import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

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

/** A UUIDv7: unique without coordination and ordered by time (RFC 9562, 5.7). */
export function clickId(at: Date): string {
  return v7({ msecs: at.getTime(), random: takeRandom(16) });
}
