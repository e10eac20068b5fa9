import { newPeers } from "./peer-address";
import { newAnswers } from "./response-status";

/** What a request carries with it, because Next does not. */
export function createRequestsPart() {
  return { answers: newAnswers(), peers: newPeers() };
}

declare module "../config/running" {
  interface Parts {
    requests: ReturnType<typeof createRequestsPart>;
  }
}
