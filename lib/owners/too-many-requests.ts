import { isSluglineError, SluglineError } from "../core/errors";

/** Retry-After for clients refused by a full queue. */
const comeBackS = 5;

/**
 * `retryAfterS` becomes the Retry-After header. `isBusy`: whoever asks did not ask too often, but a
 * queue is full.
 */
export class TooManyRequests extends SluglineError {
  constructor(
    message: string,
    readonly retryAfterS: number,
    readonly isBusy = false,
  ) {
    super("too_many_requests", message);
  }
}

export function isTooManyRequests(error: unknown): error is TooManyRequests {
  return isSluglineError(error) && error.code === "too_many_requests";
}

/** Of a full queue. */
export function busy(message: string): TooManyRequests {
  return new TooManyRequests(message, comeBackS, true);
}

export const passwordsBusy = () =>
  busy("Too many passwords are being checked or set at the moment: try again in a few seconds.");
