// Loaded into a server under test with --import: its clock can be set over IPC, so that days and windows can be tested.
import cluster from "node:cluster";

const RealDate = Date;
let offsetMs = 0;

const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
});

process.on("message", (/** @type {{ clock?: string | null }} */ message) => {
  if (message.clock === undefined) return;
  offsetMs = message.clock === null ? 0 : RealDate.parse(message.clock) - RealDate.now();
  process.send?.({ clockSet: true });
});
// The listener alone would keep a finished process alive; a worker lives by this channel.
if (cluster.isPrimary) process.channel?.unref();
