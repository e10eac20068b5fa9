import { isSluglineError, SluglineError } from "../core/errors";

/** `retryAfterS` becomes the Retry-After header. */
export class TooManyRequests extends SluglineError {
  constructor(
    message: string,
    readonly retryAfterS: number,
  ) {
    super("too_many_requests", message);
  }
}

export function isTooManyRequests(error: unknown): error is TooManyRequests {
  return isSluglineError(error) && error.code === "too_many_requests";
}
