import { PerService } from "../config/per-service";

/**
 * The statements that store clicks. They can hang while look-ups work: where clicks are distributed, one of their servers may
 * hang alone. Each holds a connection that look-ups need, so once visitors had to give one up, only one runs at a time until
 * one succeeds.
 */
export class ClickStatements {
  private running = 0;
  private isHanging = false;

  /** Whether another one may begin. */
  get mayBegin(): boolean {
    return !this.isHanging || this.running === 0;
  }

  async run<T>(statement: () => Promise<T>): Promise<T> {
    this.running++;
    try {
      const result = await statement();
      // Beside others, it may have begun before they hung.
      if (this.running === 1) this.isHanging = false;
      return result;
    } finally {
      this.running--;
    }
  }

  /** Called when visitors stop waiting for one, which goes on. */
  gaveUp(): void {
    this.isHanging = true;
  }
}

const current = new PerService("click-statements", () => new ClickStatements());

export function clickStatements(): ClickStatements {
  return current.get();
}
