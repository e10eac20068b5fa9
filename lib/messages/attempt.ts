import type { Sentence } from "../texts/sentence";

/** What became of one try. */
export interface Attempt {
  isAccepted: boolean;
  /** The receiver wants no further messages. */
  isGone: boolean;
  status: number | null;
  durationMs: number;
  response: string | null;
  error: Sentence | null;
  retryAfterS: number | null;
}

/** A try that failed before a response told more. */
export function failedAttempt(error: Sentence, facts: Partial<Attempt> = {}): Attempt {
  const nothing = { isAccepted: false, isGone: false, status: null, durationMs: 0 };
  return { ...nothing, response: null, error, retryAfterS: null, ...facts };
}
