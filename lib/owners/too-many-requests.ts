import { isSluglineError, SluglineError } from "../core/errors";

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
