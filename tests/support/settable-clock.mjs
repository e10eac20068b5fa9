// Loaded into a server under test with --import: its clock can be set over IPC, so that days and windows can be tested.
const RealDate = Date;
let offsetMs = 0;

class SettableDate extends RealDate {
  /** @param {any[]} parts */
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offsetMs);
    else super(.../** @type {[any]} */ (parts));
  }
  static now() {
    return RealDate.now() + offsetMs;
  }
}

globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (SettableDate));

process.on("message", (/** @type {{ clock?: string | null }} */ message) => {
  if (message.clock === undefined) return;
  offsetMs = message.clock === null ? 0 : RealDate.parse(message.clock) - RealDate.now();
  process.send?.({ clockSet: true });
});
// The listener alone would keep a finished process alive.
process.channel?.unref();
