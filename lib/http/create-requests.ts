import { Peers } from "./peer-address";
import { Answers } from "./response-status";

/** What a request carries with it, because Next does not. */
export function createRequests() {
  return { answers: new Answers(), peers: new Peers() };
}

declare module "../config/running" {
  interface Parts {
    requests: ReturnType<typeof createRequests>;
  }
}
