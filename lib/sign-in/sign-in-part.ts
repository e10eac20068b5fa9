import type { Configuration } from "openid-client";
import type { Base } from "../config/base";
import { MinuteLimit } from "../limits/minute-limit";
import type { OidcRefusal } from "./oidc/refusal";

/** For each thread that serves the dashboard. */
const providerAsksPerMinute = 60;

/** Of the provider of single sign-on: the request in flight, the last answer, and what the health check found. */
export function createSignInPart({ config }: Base) {
  return {
    config,
    oidc: {
      /** Of Node. Next may fetch nothing: see `lib/web/own-requests.ts`. */
      fetch: globalThis.fetch,
      /** The settings that the rest is about. */
      of: "",
      asking: null as Promise<Configuration> | null,
      answer: null as Promise<Configuration> | null,
      asked: new MinuteLimit(providerAsksPerMinute, 1),
      health: null as { at: number; of: string; problem: OidcRefusal | null } | null,
    },
  };
}

declare module "../config/running" {
  interface Parts {
    signIn: ReturnType<typeof createSignInPart>;
  }
}
