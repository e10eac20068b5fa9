import type { Configuration } from "openid-client";
import type { Base } from "../config/base";
import { MinuteLimit } from "../core/minute-limit";
import { newAccountLines } from "./account-pace";
import { ApiTokens } from "./api-access";
import { newGuessLimiters } from "./guess-limits";
import { newHashQueues } from "./hash-queue";
import type { OidcRefusal } from "./oidc/refusal";
import type { OwnerAuth } from "./owner-auth";
import { newRecentSessions } from "./recent-sessions";
import { newWriteLimit } from "./write-limit";

/** For each thread that serves the dashboard. */
const providerAsksPerMinute = 60;

/** What lasts between requests of owners, and between visitors' tries of passwords. */
export function createOwnersPart({ config }: Base) {
  return {
    apiTokens: new ApiTokens(),
    secretKey: null as Buffer | null,
    sessionSecret: null as Promise<string> | null,
    /** Made with the first sign-in, because the library is large: see `owner-auth.ts`. */
    auth: null as Promise<OwnerAuth> | null,
    recentSessions: newRecentSessions(),
    guessLimiters: newGuessLimiters(),
    accountLines: newAccountLines(),
    hashQueues: newHashQueues(),
    /** The provider of single sign-on: the request in flight, the last answer, and what the health check found. */
    oidc: {
      /** Of Node. Next may fetch nothing: see `lib/web/own-requests.ts`. */
      fetch: globalThis.fetch,
      asking: null as Promise<Configuration> | null,
      answer: null as Promise<Configuration> | null,
      asked: new MinuteLimit(providerAsksPerMinute, 1),
      health: null as { at: number; problem: OidcRefusal | null } | null,
    },
    writeLimit: newWriteLimit(config.WRITE_LIMIT),
  };
}

declare module "../config/running" {
  interface Parts {
    owners: ReturnType<typeof createOwnersPart>;
  }
}
