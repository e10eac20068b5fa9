import { SluglineError } from "../core/errors";

/** A refusal that says how long to wait: `retryAfterS` is what Retry-After carries. */
export class TooManyRequests extends SluglineError {
  constructor(
    message: string,
    readonly retryAfterS: number,
  ) {
    super("too_many_requests", message);
  }
}
