import { log } from "../config/log";
import { withDeadline } from "../core/deadline";

interface StopStep {
  name: string;
  stop: () => unknown;
  reserveMs: number;
}

/**
 * Stops what a process started, in reverse order of its start. A step that throws or hangs is logged, and the steps
 * behind it still run: no step can use the time that is reserved for them.
 */
export class Shutdown {
  private readonly steps: StopStep[] = [];

  /** `totalMs`: how long all steps may take together. */
  constructor(private readonly totalMs: number) {}

  /**
   * Registers how to stop what has just been started. `reserveMs` is what the step can count on when all that run before
   * it hang; it may take longer if they leave it the time.
   */
  add(name: string, stop: () => unknown, reserveMs = 500): void {
    this.steps.push({ name, stop, reserveMs });
  }

  /** Resolves, within `totalMs`, with whether every step succeeded. */
  async run(): Promise<boolean> {
    const until = performance.now() + this.totalMs;
    let succeeded = true;
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      const reservedMs = this.steps.reduce((sum, { reserveMs }) => sum + reserveMs, 0);
      try {
        await withDeadline(Promise.resolve().then(step.stop), Math.round(until - reservedMs - performance.now()));
      } catch (error) {
        succeeded = false;
        log().error({ step: step.name, reason: error instanceof Error ? error.message : String(error) }, "a shutdown step failed");
      }
    }
    return succeeded;
  }
}
