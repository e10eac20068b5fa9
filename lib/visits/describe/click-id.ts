import { v7 } from "uuid";
import { takeRandom } from "./random-pool";

/** A UUIDv7: unique without coordination and ordered by time (RFC 9562, 5.7). */
export function clickId(at: Date): string {
  return v7({ msecs: at.getTime(), random: takeRandom(16) });
}
