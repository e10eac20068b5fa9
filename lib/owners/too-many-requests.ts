import { SluglineError } from "../core/errors";

/** `retryAfterS` becomes the Retry-After header. */
export class TooManyRequests extends SluglineError {
  constructor(
    message: string,
    readonly retryAfterS: number,
  ) {
    super("too_many_requests", message);
  }
}
