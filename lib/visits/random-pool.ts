import { randomFillSync } from "node:crypto";

/** One call to the system's random source serves many: it costs more than what is done with the few bytes of each. */
const pool = new Uint8Array(8_192);
let used = pool.length;

/** So many random bytes, to be used before the next call. */
export function takeRandom(bytes: number): Uint8Array {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.subarray(used - bytes, used);
}
