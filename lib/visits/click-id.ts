import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** One call to the system's random source serves many ids: the call costs more than all the rest of an id. */
const pool = new Uint8Array(16 * 512);
let used = pool.length;

/** A UUIDv7: unique without asking anyone, and in the order of time (RFC 9562, 5.7). */
export function clickId(at: Date): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + 16);
  used += 16;
  return v7({ msecs: at.getTime(), random });
}
