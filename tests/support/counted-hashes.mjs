// Loaded into a server under test with --import. Counts the password hashes of all threads over
// IPC, and can block their end, so that tests can observe concurrent requests without a race.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";

const pollMs = 10;
if (isMainThread) setEnvironmentData("hashes", new SharedArrayBuffer(16));
const counts = new Int32Array(/** @type {SharedArrayBuffer} */ (getEnvironmentData("hashes")));
const [isHeld, started, running, mostAtOnce] = [0, 1, 2, 3];

const scrypt = crypto.scrypt;
/** @type {(...parts: any[]) => void} */
const counted = (...parts) => {
  const done = parts.pop();
  Atomics.add(counts, started, 1);
  const now = Atomics.add(counts, running, 1) + 1;
  if (now > Atomics.load(counts, mostAtOnce)) Atomics.store(counts, mostAtOnce, now);
  /** @type {(...results: unknown[]) => void} */
  const end = (...results) => {
    if (Atomics.load(counts, isHeld) === 1) {
      setTimeout(end, pollMs, ...results);
      return;
    }
    Atomics.sub(counts, running, 1);
    done(...results);
  };
  Reflect.apply(scrypt, crypto, [...parts, end]);
};
crypto.scrypt = /** @type {typeof crypto.scrypt} */ (counted);
syncBuiltinESMExports();

if (isMainThread) {
  process.on("message", (/** @type {{ holdHashes?: boolean }} */ { holdHashes }) => {
    if (holdHashes === undefined) return;
    Atomics.store(counts, isHeld, holdHashes ? 1 : 0);
    process.send?.({
      hashes: {
        started: counts[started],
        running: counts[running],
        mostAtOnce: counts[mostAtOnce],
      },
    });
  });
  // The listener alone would keep a finished process alive.
  process.channel?.unref();
}
