import type { Base } from "../config/base";
import { withDeadline } from "../core/deadline";

interface StopStep {
  name: string;
  stop: () => unknown;
  reserveMs: number;
}

/**
 * Stops parts in reverse of an order. Parts that it does not name come first, in the order of their
 * registration. A step that fails or hangs is logged, and later steps keep their reserved time.
 */
export class Shutdown {
  private readonly steps: StopStep[] = [];

  constructor(
    private readonly base: Pick<Base, "log">,
    private readonly totalMs: number,
    private readonly order: readonly string[] = [],
  ) {}

  /**
   * Registers how to stop a part. `reserveMs` is the step's guaranteed time even if all earlier
   * steps hang. It may take longer if time is left.
   */
  add(name: string, stop: () => unknown, reserveMs = 500): void {
    this.steps.push({ name, stop, reserveMs });
    this.steps.sort((a, b) => this.order.indexOf(a.name) - this.order.indexOf(b.name));
  }

  /** Resolves within `totalMs` with whether every step succeeded. */
  async run(): Promise<boolean> {
    const until = performance.now() + this.totalMs;
    let succeeded = true;
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      const reservedMs = this.steps.reduce((sum, { reserveMs }) => sum + reserveMs, 0);
      try {
        await withDeadline(
          Promise.resolve().then(step.stop),
          Math.round(until - reservedMs - performance.now()),
        );
      } catch (error) {
        succeeded = false;
        this.base.log.error(
          { step: step.name, reason: error instanceof Error ? error.message : String(error) },
          "a shutdown step failed",
        );
      }
    }
    return succeeded;
  }
}
