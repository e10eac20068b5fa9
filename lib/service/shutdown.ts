import type { Base } from "../config/base";
import { DeadlineError } from "../core/deadline";
import { errorText } from "../core/errors";

interface StopStep<Name> {
  name: Name;
  stop: Stop;
}

/** Stops a part that has so many milliseconds for it. */
export type Stop = (limitMs: number) => unknown;

/**
 * Stops parts in the order of `reservedMs`: the time that each step has even if all before it hang.
 * A step may take longer if time is left. One that fails or hangs is logged.
 */
export class Shutdown<Name extends string> {
  private readonly steps: StopStep<Name>[] = [];

  constructor(
    private readonly base: Pick<Base, "log">,
    private readonly totalMs: number,
    private readonly reservedMs: Readonly<Record<Name, number>>,
  ) {}

  /** Registers how to stop a part that has just been started. */
  add(name: Name, stop: Stop): void {
    const order = Object.keys(this.reservedMs);
    this.steps.push({ name, stop });
    this.steps.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  }

  /** Resolves within `totalMs` with whether every step succeeded. */
  async run(): Promise<boolean> {
    const until = performance.now() + this.totalMs;
    let succeeded = true;
    for (let step = this.steps.shift(); step !== undefined; step = this.steps.shift()) {
      const laterMs = this.steps.reduce((sum, { name }) => sum + this.reservedMs[name], 0);
      try {
        await withinRealTime(step.stop, Math.round(until - laterMs - performance.now()));
      } catch (error) {
        succeeded = false;
        this.base.log.error(
          { step: step.name, reason: errorText(error) },
          "a shutdown step failed",
        );
      }
    }
    return succeeded;
  }
}

/** Who ends this process counts all of the time, also that in which it stands still. */
async function withinRealTime(stop: Stop, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineError("no answer in time")), limitMs);
  });
  try {
    await Promise.race([Promise.resolve(limitMs).then(stop), late]);
  } finally {
    clearTimeout(timer);
  }
}
