import { randomUUID } from "node:crypto";
import { Countdown } from "./deadline";

interface Message<T> {
  exchange?: { id: string; answer?: T };
}

/**
 * Questions and answers over a channel that only posts messages, to another thread or process. Both
 * ends have one, and either may ask. Other messages on the channel are ignored.
 */
export class Exchange<T> {
  private readonly asked = new Map<string, (answer: T) => void>();

  constructor(
    private readonly post: (message: Message<T>) => void,
    private readonly answer: () => Promise<T>,
  ) {}

  /** Rejects if the other end does not answer within `limitMs`. */
  ask(limitMs: number): Promise<T> {
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const limit = new Countdown(limitMs, () => {
        this.asked.delete(id);
        reject(new Error(`no answer within ${limitMs} ms`));
      });
      this.asked.set(id, (answer) => {
        limit.stop();
        this.asked.delete(id);
        resolve(answer);
      });
      this.post({ exchange: { id } });
    });
  }

  /** Every message that arrives from the other end. */
  receive(message: unknown): void {
    const { exchange } = (
      typeof message === "object" && message !== null ? message : {}
    ) as Message<T>;
    if (!exchange) return;
    const { id, answer } = exchange;
    if (answer !== undefined) this.asked.get(id)?.(answer);
    // Without an answer the other end's time limit applies.
    else
      void this.answer().then(
        (own) => this.post({ exchange: { id, answer: own } }),
        () => {},
      );
  }
}
