import type { Base } from "../config/base";
import { newAccountLines } from "./account-pace";
import { ApiTokens } from "./api-access";
import { newGuessLimiters } from "./guess-limits";
import { newHashQueues } from "./hash-queue";
import type { OwnerAuth } from "./owner-auth";
import { newRecentSessions } from "./recent-sessions";
import { newWriteLimit } from "./write-limit";

/** What lasts between requests of owners, and between visitors' tries of passwords. */
export function createOwners({ config }: Base) {
  return {
    apiTokens: new ApiTokens(),
    sessionSecret: null as Promise<string> | null,
    /** Made with the first sign-in, because the library is large: see `owner-auth.ts`. */
    auth: null as Promise<OwnerAuth> | null,
    recentSessions: newRecentSessions(),
    guessLimiters: newGuessLimiters(),
    accountLines: newAccountLines(),
    hashQueues: newHashQueues(),
    writeLimit: newWriteLimit(config.WRITE_LIMIT),
  };
}

declare module "../config/running" {
  interface Parts {
    owners: ReturnType<typeof createOwners>;
  }
}
