import type { Base } from "../config/base";
import { ApiTokens } from "./api-access";
import type { OwnerAuth } from "./owner-auth";
import { newRecentSessions } from "./recent-sessions";

/** What lasts between requests of owners. */
export function createOwnersPart({ config }: Base) {
  return {
    config,
    apiTokens: new ApiTokens(config),
    secretKey: null as Buffer | null,
    sessionSecret: null as Promise<string> | null,
    /** Made with the first sign-in, because the library is large: see `owner-auth.ts`. */
    auth: null as Promise<OwnerAuth> | null,
    recentSessions: newRecentSessions(),
  };
}

declare module "../config/running" {
  interface Parts {
    owners: ReturnType<typeof createOwnersPart>;
  }
}
