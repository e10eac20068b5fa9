import { isSluglineError, SluglineError } from "../core/errors";
import { type Sentence, sentence } from "../texts/sentence";

/** Retry-After for clients refused by a full queue. */
const comeBackS = 5;

/**
 * `retryAfterS` becomes the Retry-After header. `isBusy`: whoever asks did not ask too often, but a
 * queue is full.
 */
export class TooManyRequests extends SluglineError {
  constructor(
    said: Sentence,
    readonly retryAfterS: number,
    readonly isBusy = false,
  ) {
    super("too_many_requests", said);
  }
}

export function isTooManyRequests(error: unknown): error is TooManyRequests {
  return isSluglineError(error) && error.code === "too_many_requests";
}

/** Of a full queue. */
export function busy(id: "serverIsBusy" | "statisticsBusy"): TooManyRequests {
  return new TooManyRequests(sentence(id), comeBackS, true);
}

export const passwordsBusy = () => busy("serverIsBusy");
