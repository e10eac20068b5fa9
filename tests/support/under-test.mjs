// Loaded into a server under test with --import. Tests set its clock over IPC to simulate days and
// rate limit windows, its password hashes are cheap, and it ends with the process that started it.
import cluster from "node:cluster";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";

const RealDate = Date;
// All threads of the server share one clock.
if (isMainThread) setEnvironmentData("clock", new SharedArrayBuffer(8));
const offsetMs = new Float64Array(/** @type {SharedArrayBuffer} */ (getEnvironmentData("clock")));

const now = () => RealDate.now() + (offsetMs[0] ?? 0);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts, newTarget) =>
    Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
});

process.on("message", (/** @type {{ clock?: string | null }} */ message) => {
  if (message.clock === undefined) return;
  offsetMs[0] = message.clock === null ? 0 : RealDate.parse(message.clock) - RealDate.now();
  process.send?.({ clockSet: true });
});
if (isMainThread && cluster.isPrimary) process.once("disconnect", () => process.exit(1));

const { scrypt } = crypto;
/** @type {(...parts: any[]) => void} */
const cheap = (password, salt, length, options, done) => {
  // A real cost takes 0.1 s of a core for each of the thousands of guesses in the tests.
  scrypt(password, salt, length, { ...options, N: 16 }, done);
};
crypto.scrypt = /** @type {typeof crypto.scrypt} */ (cheap);
syncBuiltinESMExports();

// The listener alone would keep a finished process alive; a worker needs this channel.
if (cluster.isPrimary) process.channel?.unref();
