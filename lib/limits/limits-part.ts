import type { Base } from "../config/base";
import { newAccountLines } from "./account-pace";
import { newGuessLimiters } from "./guess-limits";
import { newHashQueues } from "./hash-queue";
import { WriteLimit } from "./minute-limit";

/** What is counted between requests of owners, and between visitors' tries of passwords. */
export function createLimitsPart({ config }: Base) {
  return {
    guessLimiters: newGuessLimiters(),
    accountLines: newAccountLines(),
    hashQueues: newHashQueues(),
    writeLimit: new WriteLimit(config),
  };
}

declare module "../config/running" {
  interface Parts {
    limits: ReturnType<typeof createLimitsPart>;
  }
}
