import { describe, expect, it, vi } from "vitest";
import { DeadlineError, withAnswerDeadline } from "@/lib/core/deadline";
import { standStill } from "../../support/stand-still";

describe("withAnswerDeadline", () => {
  it("gives up at an end that does not answer", async () => {
    await expect(withAnswerDeadline(new Promise(() => {}), 50)).rejects.toThrow(DeadlineError);
  });

  it("gives up at the limit", async () => {
    vi.useFakeTimers();
    try {
      const settled = vi.fn();
      withAnswerDeadline(new Promise(() => {}), 5_000).catch(settled);
      await vi.advanceTimersByTimeAsync(4_999);
      expect(settled).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(2);
      expect(settled).toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it("takes an answer that arrived while the thread stood still for longer than the limit", async () => {
    const answer = new Promise((resolve) => setTimeout(resolve, 60, "answer"));
    const inTime = withAnswerDeadline(answer, 50);
    // The answer of a database is read only after the timers that are due.
    const next = new Promise((resolve) => setImmediate(resolve));
    standStill(200);
    await next;
    expect(await inTime).toBe("answer");
  });
});
